import AssignIcon from '@mui/icons-material/PersonAddAltOutlined';
import WatchIcon from '@mui/icons-material/VisibilityOutlined';
import UnwatchIcon from '@mui/icons-material/VisibilityOffOutlined';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { RefObject } from 'react';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { useLetterShortcuts } from './use-letter-shortcuts.ts';
import { useUnitCommands } from './use-unit-commands.ts';

interface UnitCommandsProps {
  readonly workUnit: WorkUnitRow;
  /** An element of the panel in which the keys I and W apply. */
  readonly place: RefObject<Element | null>;
  /** Called with the assigned unit; `undefined` if the user may not edit. */
  readonly onAssigned: ((saved: WorkUnit) => void) | undefined;
  /** Called with the new watchers. */
  readonly onWatchers: (watchers: NonNullable<WorkUnitRow['watchers']>) => void;
}

/** Assigns the unit to the user and watches it, by buttons or by the keys I and W. */
export const UnitCommands = ({ workUnit, place, onAssigned, onWatchers }: UnitCommandsProps) => {
  const { isMine, assignToMe, watching, watch, unwatch } = useUnitCommands();
  const own = watching(workUnit);
  const assign =
    onAssigned &&
    (() =>
      void assignToMe(workUnit).then((saved) => {
        if (saved) onAssigned(saved);
      }));
  const toggle = (): void => {
    const others = (workUnit.watchers ?? []).filter((watcher) => watcher !== own);
    if (own) void unwatch(workUnit, own.userId).then((isDone) => isDone && onWatchers(others));
    else void watch(workUnit).then((watcher) => watcher && onWatchers([...others, watcher]));
  };
  useLetterShortcuts(place, { i: assign, w: toggle });
  return (
    <>
      {assign && (
        <RowAction label="Assign to me (I)" icon={<AssignIcon />} disabled={isMine(workUnit)} onClick={assign} />
      )}
      <RowAction
        label={own ? 'Stop watching (W)' : 'Watch (W)'}
        icon={own ? <UnwatchIcon /> : <WatchIcon />}
        onClick={toggle}
      />
    </>
  );
};
