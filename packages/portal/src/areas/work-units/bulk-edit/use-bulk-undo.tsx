import type { CallScope } from '../../../lib/api/api-client.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyPersistently } from '../../../ui/feedback/persistent-toast.ts';
import { notifyWithUndo } from '../../../ui/feedback/undo-toast.tsx';
import { inverseOf, type UnitPatch } from './bulk-patches.ts';
import { LeftAlone } from './left-alone.tsx';
import { sendPatches, type Sent } from './send-patches.ts';
import { unitCount } from './unit-count.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import { workUnitSet } from '../work-unit-row.ts';

/** Milliseconds in which a bulk edit can be taken back from its toast. */
const undoTime = 20_000;

/**
 * Tells that many units were changed, with a way to take it back; what somebody changed meanwhile is left alone and named.
 *
 * So is a unit that was set to New from a state other than Acknowledged or Canceled: New leads to these two alone
 * (docs/reference/work-units.md#states), and the server's word for it is shown. A detour by Acknowledged would keep to
 * the letter of that rule, but raise an event whose actions tell people of an acknowledgement that nobody made, and a
 * mail that is out cannot be taken back.
 *
 * It is taken back in the tenant and the subscription of the change, also when the page has moved to others.
 */
export const useBulkUndo = () => {
  const refresh = useRefresh();

  const takeBack = async (patches: readonly UnitPatch[], scope: CallScope): Promise<void> => {
    const endWait = notifyPersistently('info', `Undoing the change of ${unitCount(patches.length)}…`);
    const { changed, refused } = await sendPatches(patches, { scope }).finally(endWait);
    await refresh(workUnitSet, workUnitHistoryKey);
    if (changed.length > 0) notify.success(`${unitCount(changed.length)} as before.`);
    const settled = refused.filter(({ isTransient }) => !isTransient);
    if (settled.length > 0) notifyPersistently('warning', <LeftAlone refused={settled} />);
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

  /** `already` is how many more had the values before. */
  return ({ changed, scope }: Pick<Sent, 'changed' | 'scope'>, already = 0): void =>
    offer(
      `${unitCount(changed.length)} changed${already > 0 ? `, ${already} had these values already` : ''}.`,
      changed.map(({ patch, after }) => inverseOf(patch, after)),
      scope,
    );
};
