import { blockColors, blockTypes } from '@cfs/contracts/block-enumerations';
import type { ColumnFilter } from '../../lib/lists/column-filter.ts';

const types = Object.entries(blockTypes).map(([label, value]) => ({ value, label }));

const colors = Object.entries(blockColors).map(([label, value]) => ({ value, label }));

/** The fields that the filter chips above the tiles offer. */
export const blockFilters: readonly ColumnFilter[] = [
  { kind: 'text', path: 'name', label: 'Name' },
  { kind: 'text', path: 'description', label: 'Description' },
  { kind: 'enumeration', path: 'blockTypeId', label: 'Type', options: types },
  { kind: 'enumeration', path: 'entityColor/color', label: 'Colour', options: colors },
  { kind: 'guid', path: 'blockId', label: 'Block ID' },
  { kind: 'dateTime', path: 'created', label: 'Created' },
];
