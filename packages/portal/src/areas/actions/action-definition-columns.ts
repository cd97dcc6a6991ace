import { actionDefinitionTypeNames } from '@cfs/contracts/action-enumerations';
import { shellTexts } from '@cfs/contracts/shell-texts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { nameColumn, tenantColumn, textColumn } from '../../ui/list/usual-columns.tsx';
import type { ActionDefinitionRow } from './action-definition.ts';
import { actionDefinitionSet } from './offered-actions.ts';

/** The display name of a type of action. */
export const actionTypeName = (typeId: number): string => actionDefinitionTypeNames[typeId] ?? shellTexts.unknownValue;

const typeOptions = Object.entries(actionDefinitionTypeNames).map(([typeId, label]) => ({
  value: Number(typeId),
  // Two types have the same name, but must be distinguishable in the filter.
  label: typeId === '5' ? `${label}, for rules too` : label,
}));

export const actionDefinitionColumns: readonly Column<ActionDefinitionRow>[] = [
  nameColumn({ minWidth: 200 }),
  textColumn('description', 'Description', { flex: 3, minWidth: 200 }),
  {
    field: 'actionDefinitionTypeId',
    header: 'Type',
    value: (row) => actionTypeName(row.actionDefinitionTypeId),
    exportWords: { of: { ...actionDefinitionTypeNames }, other: shellTexts.unknownValue },
    filter: { kind: 'enumeration', options: typeOptions },
    width: 210,
    card: true,
  },
  tenantColumn(actionDefinitionSet, { card: true, flex: 1, minWidth: 180 }),
];
