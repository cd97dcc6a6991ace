import Switch from '@mui/material/Switch';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { enumName, enumOptions, enumWords } from '../../lib/enumerations.ts';
import { dateTimeWidth, type Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { sharedTenantName, sharedTenantWords } from '../../ui/list/shared-tenant-name.ts';
import { yesOrNo, yesOrNoWords } from '../../lib/yes-or-no.ts';
import { ruleSet, type RuleRow } from './rule-row.ts';

export const ruleTypeName = (id: number): string => enumName(ruleTypes, id);

interface RuleColumnOptions {
  /** Absent for people who may not edit. */
  readonly onToggle?: ((rule: RuleRow) => void) | undefined;
}

export const ruleColumns = ({ onToggle }: RuleColumnOptions): readonly Column<RuleRow>[] => [
  {
    field: 'name',
    header: 'Name',
    value: (row) => row.name,
    isLink: true,
    filter: { kind: 'text' },
    flex: 2,
    minWidth: 200,
    card: true,
  },
  {
    field: 'ruleTypeId',
    header: 'Type',
    value: (row) => ruleTypeName(row.ruleTypeId),
    exportWords: enumWords(ruleTypes),
    filter: { kind: 'enumeration', options: enumOptions(ruleTypes) },
    sortable: false,
    width: 120,
    card: true,
  },
  {
    field: 'tenant/name',
    header: 'Tenant',
    value: (row) => row.tenant?.name ?? sharedTenantName,
    exportWords: sharedTenantWords,
    filter: { kind: 'tenant', set: ruleSet, path: 'tenantId' },
    sortable: false,
    width: 150,
  },
  {
    field: 'subscription/name',
    header: 'Subscription',
    value: (row) => row.subscription?.name,
    filter: { kind: 'text' },
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
    value: (row) => yesOrNo(row.enabled),
    exportWords: yesOrNoWords,
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
    filter: { kind: 'boolean' },
    width: 90,
    card: true,
  },
  {
    field: 'outOfServiceReason',
    header: 'Out of Service',
    value: (row) => row.outOfServiceReason,
    sortable: false,
    filter: { kind: 'text' },
    flex: 1,
    minWidth: 120,
    card: true,
  },
  {
    field: 'description',
    header: 'Description',
    value: (row) => row.description,
    sortable: false,
    filter: { kind: 'text' },
    flex: 2,
    isHidden: true,
  },
  {
    field: 'modified',
    header: 'Modified',
    value: (row) => row.modified,
    render: (row) => <DateTime time={row.modified} />,
    filter: { kind: 'dateTime' },
    width: dateTimeWidth,
    isHidden: true,
  },
];
