import type { ExportWords } from '@cfs/contracts/export-words';
import type { ReactNode } from 'react';
import type { ChoiceOption, FilterOption } from '../../lib/lists/column-filter.ts';

/** The filter of a column; `path` is the filtered property, `field` by default. */
export type FilterDeclaration = (
  | { readonly kind: 'text' | 'person' | 'number' | 'dateTime' | 'guid' | 'boolean' }
  | { readonly kind: 'enumeration'; readonly options: readonly FilterOption[] }
  | { readonly kind: 'choice'; readonly options: readonly ChoiceOption[] }
  | { readonly kind: 'tenant'; readonly set: string }
) & {
  readonly path?: string;
  /** The label on the chip; `header` by default. */
  readonly label?: string;
};

/** The width in pixels of a date with its time zone, such as 28/Aug/2026 20:46 GMT+10. */
export const dateTimeWidth = 204;

/** A column of a list. `field` is the sort key on the server; `value` is the displayed value. */
export interface Column<Row> {
  readonly field: string;
  readonly header: string;
  readonly value: (row: Row) => string | number | boolean | null | undefined;
  /** Rendered instead of `value`. */
  readonly render?: (row: Row) => ReactNode;
  /** Its text is a link that opens the row. */
  readonly isLink?: boolean;
  readonly sortable?: boolean;
  readonly filter?: FilterDeclaration;
  /** Share of the free width; `width` is a fixed width in pixels instead. */
  readonly flex?: number;
  readonly width?: number;
  readonly minWidth?: number;
  readonly align?: 'left' | 'right' | 'center';
  /** Hidden by default. */
  readonly isHidden?: boolean;
  /** Hidden by default in narrow windows. */
  readonly isWideOnly?: boolean;
  /** Shown on cards. */
  readonly card?: boolean;
  /** The path that is exported instead of `field`; `false` for values that the server does not have. */
  readonly exported?: string | false;
  /** The heading in an export, if the export contains another value than the column, such as a time instead of an age. */
  readonly exportedHeader?: string;
  /** The texts that an export contains instead of raw values. */
  readonly exportWords?: ExportWords;
}
