import type { LocationCreate } from '@cfs/contracts/locations';
import type { Column } from '../../ui/grid/data-table-column.ts';
import type { LocationRow } from './location.ts';

interface LocationLine {
  readonly field: Exclude<keyof LocationCreate, 'locationId' | 'tenantId'>;
  readonly label: string;
  readonly help?: string;
  /** The list column; `undefined` for a line without one. Its header is `label` by default. */
  readonly column?: Partial<Column<LocationRow>>;
}

const hidden = { sortable: false, isHidden: true } as const;

/** The text fields of a location except its name, in form order; those with `column` are list columns too. */
export const locationLines: readonly LocationLine[] = [
  { field: 'address1', label: 'Address 1', column: { ...hidden, header: 'Address' } },
  { field: 'address2', label: 'Address 2' },
  { field: 'city', label: 'City', column: { card: true } },
  { field: 'state', label: 'State', column: {} },
  { field: 'country', label: 'Country', column: hidden },
  { field: 'postalCode', label: 'Postal Code', column: hidden },
  { field: 'coordinates', label: 'Coordinates', help: 'Latitude and longitude, such as 59.9139, 10.7522' },
];
