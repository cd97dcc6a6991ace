import type { CallScope } from '../../../lib/api/api-client.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyPersistently } from '../../../ui/feedback/persistent-toast.ts';
import { notifyWithUndo } from '../../../ui/feedback/undo-toast.tsx';
import { inverseOf, type UnitPatch } from './bulk-patches.ts';
import { SkippedUnits } from './skipped-units.tsx';
import { sendPatches, type Sent } from './send-patches.ts';
import { unitCount } from './unit-count.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import { workUnitSet } from '../work-unit-row.ts';

/** Milliseconds during which a bulk edit can be undone from its toast. */
const undoTime = 20_000;

/**
 * Shows that many units were changed, with a button to undo it. Units that another user has changed since are left
 * alone and listed.
 *
 * So is a unit that was set to New from a state other than Acknowledged or Canceled: only these two can follow New
 * (docs/reference/work-units.md#states), and the server's message is shown. A detour through Acknowledged would comply
 * with that rule, but it would raise an event whose actions report an acknowledgement that nobody made, and a mail that
 * has been sent cannot be recalled.
 *
 * The undo runs in the tenant and the subscription of the change, even if the page has moved to others.
 */
export const useBulkUndo = () => {
  const refresh = useRefresh();

  const takeBack = async (patches: readonly UnitPatch[], scope: CallScope): Promise<void> => {
    const endWait = notifyPersistently('info', `Undoing the change of ${unitCount(patches.length)}…`);
    const { changed, refused } = await sendPatches(patches, { scope }).finally(endWait);
    await refresh(workUnitSet, workUnitHistoryKey);
    if (changed.length > 0) notify.success(`${unitCount(changed.length)} restored.`);
    const settled = refused.filter(({ isTransient }) => !isTransient);
    if (settled.length > 0) notifyPersistently('warning', <SkippedUnits refused={settled} />);
    const open = refused.filter(({ isTransient }) => isTransient);
    if (open.length > 0)
      offer(
        `The change of ${unitCount(open.length)} could not be undone.`,
        open.map(({ patch }) => patch),
        scope,
      );
  };

  const offer = (message: string, patches: readonly UnitPatch[], scope: CallScope): void =>
    notifyWithUndo(message, () => void takeBack(patches, scope), undoTime);

  /** `already` is the number of further units that had the values before. */
  return ({ changed, scope }: Pick<Sent, 'changed' | 'scope'>, already = 0): void =>
    offer(
      `${unitCount(changed.length)} changed${already > 0 ? `, ${already} already had these values` : ''}.`,
      changed.map(({ patch, after }) => inverseOf(patch, after)),
      scope,
    );
};
