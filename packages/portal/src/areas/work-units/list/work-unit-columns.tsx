import { severities, workUnitStates, workUnitStateLabels } from '@cfs/contracts/work-unit-enumerations';
import { typeLabel, typeLabels } from '@cfs/contracts/work-unit-type-label';
import { namesOf, type FilterOption } from '../../../lib/lists/column-filter.ts';
import type { Column } from '../../../ui/grid/data-table-column.ts';
import { SeverityChip } from '../../../ui/text/severity-chip.tsx';
import { workUnitSet, type WorkUnitListRow } from '../work-unit-row.ts';
import { TimeLeft } from '../time-left/time-left.tsx';
import { timeLeftChoices } from '../time-left/time-left-filter.ts';
import { textColumn, timeColumn } from '../../../ui/list/usual-columns.tsx';

const beside = { marginLeft: 4 } as const;

interface WorkUnitColumnOptions {
  /** The options of the filter by type. */
  readonly types: readonly FilterOption[];
  /** Acknowledges a unit; absent if the user may not do so. */
  readonly onAcknowledge?: ((workUnit: WorkUnitListRow) => void) | undefined;
}

const StateCell = ({
  workUnit,
  onAcknowledge,
}: Pick<WorkUnitColumnOptions, 'onAcknowledge'> & { readonly workUnit: WorkUnitListRow }) => (
  <>
    {workUnitStateLabels[workUnit.stateId]}
    {workUnit.stateId === 'New' && onAcknowledge && (
      <button
        type="button"
        className="text-link"
        style={beside}
        onClick={() => onAcknowledge(workUnit)}
        aria-label={`Acknowledge work unit ${workUnit.publicWorkUnitId}`}
      >
        (ack)
      </button>
    )}
  </>
);

/** The columns of the work unit list. */
export const workUnitColumns = ({
  types,
  onAcknowledge,
}: WorkUnitColumnOptions): readonly Column<WorkUnitListRow>[] => [
  {
    field: 'publicWorkUnitId',
    header: 'ID',
    value: (row) => row.publicWorkUnitId,
    filter: { kind: 'number' },
    width: 64,
    align: 'right',
  },
  {
    field: 'tenant/name',
    header: 'Tenant',
    value: (row) => row.tenant?.name,
    filter: { kind: 'tenant', set: workUnitSet, path: 'tenantId' },
    minWidth: 172,
  },
  textColumn('title', 'Title', { isLink: true, flex: 4, minWidth: 192, card: true }),
  {
    field: 'severityId',
    header: 'Severity',
    value: (row) => row.severityId,
    render: (row) => <SeverityChip severity={row.severityId} />,
    filter: { kind: 'enumeration', options: namesOf(severities) },
    width: 104,
    card: true,
  },
  {
    field: 'stateId',
    header: 'State',
    value: (row) => row.stateId,
    render: (row) => <StateCell workUnit={row} onAcknowledge={onAcknowledge} />,
    filter: { kind: 'enumeration', options: namesOf(workUnitStates) },
    width: 124,
    card: true,
  },
  {
    field: 'dueOrder',
    header: 'Time Left',
    value: (row) => row.dueTime,
    render: (row) => <TimeLeft dueTime={row.dueTime} pausedTimeLeft={row.pausedTimeLeft} />,
    filter: { kind: 'choice', options: timeLeftChoices },
    exported: 'dueTime',
    exportedHeader: 'Due',
    width: 188,
    card: true,
  },
  textColumn('assignedTo', 'Assigned To', { filter: { kind: 'person' }, flex: 1.5, minWidth: 196, card: true }),
  textColumn('stakeHolderFullName', 'Stakeholder', { minWidth: 128 }),
  textColumn('stakeHolderPhoneNumber', 'Stakeholder Phone', { minWidth: 130, isWideOnly: true }),
  textColumn('stakeHolderEmailAddress', 'Stakeholder Email', { minWidth: 150, isWideOnly: true }),
  timeColumn('modified', 'Last Updated', { width: 188 }),
  timeColumn('created', 'Created', { width: 188 }),
  timeColumn('acknowledged', 'Acknowledged', { width: 188, sortable: false, isHidden: true }),
  timeColumn('resolved', 'Resolved', { width: 188, sortable: false, isHidden: true }),
  {
    field: 'workUnitTypeId',
    header: 'Work Unit Type',
    value: (row) => typeLabel(row.workUnitType?.name),
    filter: { kind: 'enumeration', options: types, label: 'Type' },
    exported: 'workUnitType/name',
    exportWords: { of: typeLabels },
    width: 124,
  },
  textColumn('assignmentGroup', 'Assignment Group', { minWidth: 130, isWideOnly: true }),
];
