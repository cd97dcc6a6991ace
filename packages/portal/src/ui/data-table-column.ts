import type { ReactNode } from 'react';

/** A column of a list. `field` names what the server sorts by; `value` is what is shown and read out. */
export interface Column<Row> {
  readonly field: string;
  readonly header: string;
  readonly value: (row: Row) => string | number | boolean | null | undefined;
  /** Shown instead of the plain value. */
  readonly render?: (row: Row) => ReactNode;
  readonly sortable?: boolean;
  /** Share of the free width; `width` instead gives a fixed one in pixels. */
  readonly flex?: number;
  readonly width?: number;
  readonly minWidth?: number;
  readonly align?: 'left' | 'right' | 'center';
  /** Shown only where the window is wide enough for everything. */
  readonly isWideOnly?: boolean;
  /** One of the columns that matter most: a card shows these. */
  readonly card?: boolean;
}
