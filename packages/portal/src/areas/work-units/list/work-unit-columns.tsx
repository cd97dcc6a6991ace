import { severities, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import { typeLabel, typeLabels } from '@cfs/contracts/work-unit-type-label';
import { namesOf, type FilterOption } from '../../../lib/column-filter.ts';
import type { Column } from '../../../ui/grid/data-table-column.ts';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { SeverityChip } from '../../../ui/text/severity-chip.tsx';
import { workUnitSet, type WorkUnitListRow } from '../work-unit-row.ts';

const text = { kind: 'text' } as const;
const time = { kind: 'dateTime' } as const;
const beside = { marginLeft: 4 } as const;

interface WorkUnitColumnOptions {
  /** The types that a filter can name. */
  readonly types: readonly FilterOption[];
  /** Absent for people who may not acknowledge. */
  readonly onAcknowledge?: ((workUnit: WorkUnitListRow) => void) | undefined;
}

const StateCell = ({
  workUnit,
  onAcknowledge,
}: Pick<WorkUnitColumnOptions, 'onAcknowledge'> & { readonly workUnit: WorkUnitListRow }) => (
  <>
    {workUnit.stateId}
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

/** Columns of the work unit list. */
export const workUnitColumns = ({
  types,
  onAcknowledge,
}: WorkUnitColumnOptions): readonly Column<WorkUnitListRow>[] => [
  {
    field: 'publicWorkUnitId',
    header: 'ID',
    value: (row) => row.publicWorkUnitId,
    filter: { kind: 'number' },
    width: 80,
    align: 'right',
  },
  {
    field: 'tenant/name',
    header: 'Tenant',
    value: (row) => row.tenant?.name,
    filter: { kind: 'tenant', set: workUnitSet, path: 'tenantId' },
    minWidth: 88,
  },
  {
    field: 'title',
    header: 'Title',
    value: (row) => row.title,
    isLink: true,
    filter: text,
    flex: 5,
    minWidth: 316,
    card: true,
  },
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
    width: 112,
    card: true,
  },
  {
    field: 'assignedTo',
    header: 'Assigned To',
    value: (row) => row.assignedTo,
    filter: text,
    minWidth: 104,
    card: true,
  },
  {
    field: 'stakeHolderFullName',
    header: 'Stakeholder',
    value: (row) => row.stakeHolderFullName,
    filter: text,
    minWidth: 100,
  },
  {
    field: 'stakeHolderPhoneNumber',
    header: 'Stakeholder Phone',
    value: (row) => row.stakeHolderPhoneNumber,
    filter: text,
    minWidth: 130,
    isWideOnly: true,
  },
  {
    field: 'stakeHolderEmailAddress',
    header: 'Stakeholder Email',
    value: (row) => row.stakeHolderEmailAddress,
    filter: text,
    minWidth: 150,
    isWideOnly: true,
  },
  {
    field: 'modified',
    header: 'Last Updated',
    value: (row) => row.modified,
    render: (row) => <DateTime time={row.modified} />,
    filter: time,
    width: 188,
  },
  {
    field: 'created',
    header: 'Created',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} />,
    filter: time,
    width: 188,
  },
  {
    field: 'workUnitTypeId',
    header: 'Work Unit Type',
    value: (row) => typeLabel(row.workUnitType?.name),
    filter: { kind: 'enumeration', options: types, label: 'Type' },
    exported: 'workUnitType/name',
    exportWords: { of: typeLabels },
    width: 124,
  },
  {
    field: 'assignmentGroup',
    header: 'Assignment Group',
    value: (row) => row.assignmentGroup,
    filter: text,
    minWidth: 130,
    isWideOnly: true,
  },
];
