import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import NewIcon from '@mui/icons-material/RadioButtonUncheckedOutlined';
import PauseCircleIcon from '@mui/icons-material/PauseCircleOutlined';
import ScheduleIcon from '@mui/icons-material/ScheduleOutlined';
import type { PlannedChange } from '@cfs/contracts/change-calendar';
import { workUnitStateLabels, type WorkUnitState } from '@cfs/contracts/work-unit-enumerations';
import type { Theme } from '@mui/material/styles';
import { spanText } from './time-text.ts';

type Phase = 'new' | 'underway' | 'onHold' | 'done';

const phases: Readonly<Record<WorkUnitState, Phase>> = {
  New: 'new',
  Acknowledged: 'underway',
  InProgress: 'underway',
  OnHold: 'onHold',
  Mitigated: 'underway',
  Resolved: 'done',
  Closed: 'done',
  Canceled: 'done',
};

const icons = { new: NewIcon, underway: ScheduleIcon, onHold: PauseCircleIcon, done: CheckCircleIcon };

const colours: Readonly<Record<Phase, (theme: Theme) => string>> = {
  new: ({ tokens }) => tokens.muted,
  underway: ({ tokens }) => tokens.primary.fill,
  onHold: ({ tokens }) => tokens.warning.fill,
  done: ({ tokens }) => tokens.good.fill,
};

/** The icon and the colour for the state of a change; the name of the state is always available as text, too. */
export const lookOf = ({ stateId }: PlannedChange) => ({
  Icon: icons[phases[stateId]],
  colour: colours[phases[stateId]],
});

/** The number of changes that it clashes with, as text. */
export const clashText = ({ overlaps }: PlannedChange): string =>
  overlaps.length === 1 ? 'clashes with 1 change' : `clashes with ${overlaps.length} changes`;

/** Everything that a bar shows as text: the accessible name, and the tooltip of a truncated bar. */
export const changeText = (change: PlannedChange): string =>
  [
    `#${change.publicWorkUnitId} ${change.title}`,
    workUnitStateLabels[change.stateId],
    change.tenantName,
    spanText({ start: change.plannedStartTime, finish: change.plannedFinishTime }),
    ...(change.plannedOutage ? ['planned outage'] : []),
    ...(change.overlaps.length > 0 ? [clashText(change)] : []),
    ...change.maintenance.map(({ name, isWhole }) => `${isWhole ? 'within' : 'partly within'} maintenance ${name}`),
  ].join(', ');
