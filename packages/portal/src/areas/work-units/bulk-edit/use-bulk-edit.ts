import { useRef, useState } from 'react';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import type { RowSelection } from '../../../ui/grid/use-row-selection.ts';
import type { BulkEditValues } from './bulk-edit-values.ts';
import { patchesOf } from './bulk-patches.ts';
import { sendPatches, type Sent } from './send-patches.ts';
import { useBulkUndo } from './use-bulk-undo.tsx';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import { workUnitSet, type WorkUnitListRow } from '../work-unit-row.ts';

/** The phase of a bulk edit: being filled in, being sent, or done with some units refused. */
type Phase =
  | { readonly kind: 'form' }
  | { readonly kind: 'sending'; readonly count: number; readonly total: number; readonly isStopping: boolean }
  | { readonly kind: 'done'; readonly sent: Sent };

/** Sends a bulk edit, only once even if it is submitted repeatedly; changed units are deselected. */
export const useBulkEdit = (selection: RowSelection<WorkUnitListRow>) => {
  const refresh = useRefresh();
  const offerUndo = useBulkUndo();
  const [phase, setPhase] = useState<Phase>({ kind: 'form' });
  const isUnderWay = useRef(false);
  const isStopped = useRef(false);

  /** Deselects the units that have the values now. */
  const settle = (units: readonly WorkUnitListRow[], { refused }: Sent): void => {
    const open = new Set(refused.map(({ patch }) => patch.unit.workUnitId));
    const ids = units.map(({ workUnitId }) => workUnitId).filter((id) => !open.has(id));
    selection.deselect(new Set(ids.map(String)));
  };

  /** Calls `onWhole` if no unit was refused, before it deselects the units. */
  const send = async (
    units: readonly WorkUnitListRow[],
    values: BulkEditValues,
    onWhole: () => void,
  ): Promise<void> => {
    if (isUnderWay.current) return;
    const patches = patchesOf(units, values);
    if (patches.length === 0) {
      notify.info('Nothing to change: the selected work units already have these values.');
      return;
    }
    isUnderWay.current = true;
    setPhase({ kind: 'sending', count: 0, total: patches.length, isStopping: false });
    const sent = await sendPatches(patches, {
      onProgress: (count) => setPhase((now) => (now.kind === 'sending' ? { ...now, count } : now)),
      isStopped: () => isStopped.current,
    });
    await refresh(workUnitSet, workUnitHistoryKey);
    if (sent.refused.length === 0) {
      onWhole();
      offerUndo(sent, units.length - patches.length);
    } else setPhase({ kind: 'done', sent });
    settle(units, sent);
  };

  const stop = (): void => {
    isStopped.current = true;
    setPhase((now) => (now.kind === 'sending' ? { ...now, isStopping: true } : now));
  };

  return { phase, send, stop, offerUndo } as const;
};
