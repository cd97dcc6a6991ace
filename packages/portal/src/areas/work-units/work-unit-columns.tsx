import Link from '@mui/material/Link';
import type { Column } from '../../ui/data-table-column.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { LinkCell } from '../../ui/link-cell.tsx';
import { SeverityChip } from '../../ui/severity-chip.tsx';
import type { WorkUnitListRow } from './work-unit-row.ts';

interface WorkUnitColumnOptions {
  readonly onOpen: (workUnit: WorkUnitListRow) => void;
  /** Absent for people who may not acknowledge. */
  readonly onAcknowledge?: ((workUnit: WorkUnitListRow) => void) | undefined;
}

const StateCell = ({
  workUnit,
  onAcknowledge,
}: Omit<WorkUnitColumnOptions, 'onOpen'> & { readonly workUnit: WorkUnitListRow }) => (
  <>
    {workUnit.stateId}
    {workUnit.stateId === 'New' && onAcknowledge && (
      <Link
        component="button"
        type="button"
        onClick={() => onAcknowledge(workUnit)}
        aria-label={`Acknowledge work unit ${workUnit.publicWorkUnitId}`}
        sx={{ ml: 1, font: 'inherit' }}
      >
        (ack)
      </Link>
    )}
  </>
);

/** Columns of the work unit list. */
export const workUnitColumns = ({
  onOpen,
  onAcknowledge,
}: WorkUnitColumnOptions): readonly Column<WorkUnitListRow>[] => [
  { field: 'publicWorkUnitId', header: 'ID', value: (row) => row.publicWorkUnitId, width: 72, align: 'right' },
  { field: 'tenant/name', header: 'Tenant', value: (row) => row.tenant?.name, width: 120 },
  {
    field: 'title',
    header: 'Title',
    value: (row) => row.title,
    render: (row) => <LinkCell text={row.title} onClick={() => onOpen(row)} />,
    flex: 2,
    minWidth: 280,
    card: true,
  },
  {
    field: 'severityId',
    header: 'Severity',
    value: (row) => row.severityId,
    render: (row) => <SeverityChip severity={row.severityId} />,
    width: 90,
    card: true,
  },
  {
    field: 'stateId',
    header: 'State',
    value: (row) => row.stateId,
    render: (row) => <StateCell workUnit={row} onAcknowledge={onAcknowledge} />,
    width: 130,
    card: true,
  },
  { field: 'assignedTo', header: 'Assigned To', value: (row) => row.assignedTo, width: 150, card: true },
  { field: 'stakeHolderFullName', header: 'Stakeholder', value: (row) => row.stakeHolderFullName, width: 130 },
  {
    field: 'stakeHolderPhoneNumber',
    header: 'Stakeholder Phone',
    value: (row) => row.stakeHolderPhoneNumber,
    width: 150,
    isWideOnly: true,
  },
  {
    field: 'stakeHolderEmailAddress',
    header: 'Stakeholder Email',
    value: (row) => row.stakeHolderEmailAddress,
    width: 180,
    isWideOnly: true,
  },
  {
    field: 'modified',
    header: 'Last Updated',
    value: (row) => row.modified,
    render: (row) => <DateTime time={row.modified} />,
    width: 170,
  },
  {
    field: 'created',
    header: 'Created',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} />,
    width: 170,
  },
  { field: 'workUnitTypeId', header: 'Work Unit Type', value: (row) => row.workUnitType?.name, width: 130 },
  {
    field: 'assignmentGroup',
    header: 'Assignment Group',
    value: (row) => row.assignmentGroup,
    width: 150,
    isWideOnly: true,
  },
];
