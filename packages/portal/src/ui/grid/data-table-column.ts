import type { ExportWords } from '@cfs/contracts/export-words';
import type { ReactNode } from 'react';
import type { FilterOption } from '../../lib/column-filter.ts';

/** How a column can be filtered; `path` names the property when it is not the column's `field`. */
export type FilterDeclaration = (
  | { readonly kind: 'text' | 'number' | 'dateTime' | 'guid' | 'boolean' }
  | { readonly kind: 'enumeration'; readonly options: readonly FilterOption[] }
  | { readonly kind: 'tenant'; readonly set: string }
) & {
  readonly path?: string;
  /** The column's name on the chip, when its header says more than is needed there. */
  readonly label?: string;
};

/** Room for a date with its zone, such as 28/Aug/2026 20:46 GMT+10. */
export const dateTimeWidth = 204;

/** A column of a list. `field` names what the server sorts by; `value` is what is shown and read out. */
export interface Column<Row> {
  readonly field: string;
  readonly header: string;
  readonly value: (row: Row) => string | number | boolean | null | undefined;
  /** Shown instead of the plain value. */
  readonly render?: (row: Row) => ReactNode;
  /** Its text opens the row. */
  readonly isLink?: boolean;
  readonly sortable?: boolean;
  readonly filter?: FilterDeclaration;
  /** Share of the free width; `width` instead gives a fixed one in pixels. */
  readonly flex?: number;
  readonly width?: number;
  readonly minWidth?: number;
  readonly align?: 'left' | 'right' | 'center';
  /** Hidden until a person chooses it. */
  readonly isHidden?: boolean;
  /** Shown by itself only where the window is wide enough for everything. */
  readonly isWideOnly?: boolean;
  /** One of the columns that matter most: a card shows these. */
  readonly card?: boolean;
  /** The path that an export asks for instead of `field`; `false` for what the server does not know. */
  readonly exported?: string | false;
  /** The heading in an export, where the file says something else than the column, such as a time for an age. */
  readonly exportedHeader?: string;
  /** What an export writes for the values there, where they do not travel as they are shown. */
  readonly exportWords?: ExportWords;
}
