import Switch from '@mui/material/Switch';
import { ruleTypes } from '@cfs/contracts/rule-types';
import type { Column } from '../../ui/data-table-column.ts';
import { LinkCell } from '../../ui/link-cell.tsx';
import { sharedTenantName } from '../../ui/tenant-filter.tsx';
import type { RuleRow } from './rule-row.ts';

const typeNames = new Map<number, string>(Object.entries(ruleTypes).map(([name, id]) => [id, name]));
export const ruleTypeName = (id: number): string => typeNames.get(id) ?? 'unknown';

interface RuleColumnOptions {
  readonly onOpen: (rule: RuleRow) => void;
  /** Absent for people who may not edit. */
  readonly onToggle?: ((rule: RuleRow) => void) | undefined;
}

export const ruleColumns = ({ onOpen, onToggle }: RuleColumnOptions): readonly Column<RuleRow>[] => [
  {
    field: 'name',
    header: 'Name',
    value: (row) => row.name,
    render: (row) => <LinkCell text={row.name} onClick={() => onOpen(row)} />,
    flex: 2,
    minWidth: 200,
    card: true,
  },
  {
    field: 'ruleTypeId',
    header: 'Type',
    value: (row) => ruleTypeName(row.ruleTypeId),
    sortable: false,
    width: 120,
    card: true,
  },
  {
    field: 'tenant/name',
    header: 'Tenant',
    value: (row) => row.tenant?.name ?? sharedTenantName,
    sortable: false,
    width: 150,
  },
  {
    field: 'subscription/name',
    header: 'Subscription',
    value: (row) => row.subscription?.name,
    sortable: false,
    width: 140,
  },
  {
    field: 'matchLifetime',
    header: 'Lifetime',
    value: (row) => row.matchLifetime,
    sortable: false,
    width: 110,
    align: 'right',
  },
  {
    field: 'enabled',
    header: 'Enabled',
    value: (row) => row.enabled,
    render: (row) => (
      <Switch
        size="small"
        checked={row.enabled}
        disabled={!onToggle}
        onChange={() => onToggle?.(row)}
        slotProps={{ input: { 'aria-label': `${row.name} enabled` } }}
      />
    ),
    sortable: false,
    width: 90,
    card: true,
  },
];
