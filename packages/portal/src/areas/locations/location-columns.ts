import type { Column } from '../../ui/grid/data-table-column.ts';
import { nameColumn, tenantColumn, textColumn } from '../../ui/list/usual-columns.tsx';
import { locationLines } from './location-lines.ts';
import type { LocationRow } from './location.ts';
import { locationSet } from './location-queries.ts';

const lines = locationLines.flatMap(({ field, label, column }) =>
  column ? [textColumn<LocationRow>(field, label, column)] : [],
);

export const locationColumns: readonly Column<LocationRow>[] = [
  nameColumn(),
  ...lines.filter(({ isHidden }) => !isHidden),
  tenantColumn(locationSet, { card: true }),
  ...lines.filter(({ isHidden }) => isHidden),
];
