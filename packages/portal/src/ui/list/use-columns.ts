import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { isColumnChoice, isColumnShown, noColumnChoice, withColumn } from '../../lib/lists/column-choice.ts';
import { usePreference } from '../../lib/preferences/preferences.ts';
import type { Column } from '../grid/data-table-column.ts';

/** The visible columns of a list, stored as a preference of the screen. */
export interface ColumnControl<Row> {
  readonly shown: readonly Column<Row>[];
  /** All columns, hidden ones included, in order. */
  readonly all: readonly (Column<Row> & { readonly isShown: boolean })[];
  readonly show: (field: string, isShown: boolean) => void;
  /** Restores the defaults; `undefined` while nothing was changed. */
  readonly reset: (() => void) | undefined;
}

export const useColumns = <Row>(screen: string, columns: readonly Column<Row>[]): ColumnControl<Row> => {
  const [choice, choose] = usePreference(`columns:${screen}`, noColumnChoice, isColumnChoice);
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('xl'), { noSsr: true });
  return useMemo(() => {
    const isShown = (column: Column<Row>) => isColumnShown(column, choice, isWide);
    const isChanged = choice.shown.length + choice.hidden.length > 0;
    return {
      shown: columns.filter(isShown),
      all: columns.map((column) => ({ ...column, isShown: isShown(column) })),
      show: (field, isColumnShown) => choose(withColumn(choice, field, isColumnShown)),
      reset: isChanged ? () => choose(noColumnChoice) : undefined,
    };
  }, [columns, choice, choose, isWide]);
};
