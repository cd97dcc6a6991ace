import { useMemo, useState } from 'react';
import { chooseRows, withNews, withoutRows, type ChosenRows } from '../../lib/chosen-rows.ts';
import { useTenantId } from '../../lib/use-tenant.ts';
import type { ListScreenState } from '../list/use-list-screen.ts';

/** The rows of a list that a person has chosen, and the ways to change that. */
export interface RowSelection<Row> {
  readonly chosen: ChosenRows<Row>;
  /** Chooses exactly these ids; the rows of those that are new are among the shown ones. */
  readonly choose: (ids: Iterable<string>, shown: readonly Row[]) => void;
  /** Takes these out of the selection. */
  readonly drop: (ids: ReadonlySet<string>) => void;
  readonly clear: () => void;
}

interface Selected<Row> {
  /** What the list asks, save for its order and page. */
  readonly question: string;
  readonly rows: readonly Row[];
  readonly chosen: ChosenRows<Row>;
}

const nothing: ChosenRows<never> = new Map<string, never>();

/**
 * The selection of a list. It outlives paging, sorting and news, each row with its newest values that were shown, and
 * ends when something else is searched or filtered. `narrowing` is a choice of the screen's own that filters as well;
 * `rowId` is a function of the module.
 */
export const useRowSelection = <Row>(
  { list, rows: { rows } }: Pick<ListScreenState<Row>, 'list' | 'rows'>,
  rowId: (row: Row) => string,
  narrowing?: string,
): RowSelection<Row> => {
  const question = JSON.stringify([useTenantId(), list.conditions, list.search, list.isExact, narrowing]);
  const [selected, setSelected] = useState<Selected<Row>>({ question, rows, chosen: nothing });
  const { chosen } = selected;
  if (selected.question !== question) setSelected({ question, rows, chosen: nothing });
  else if (selected.rows !== rows) setSelected({ question, rows, chosen: withNews(chosen, rows, rowId) });
  return useMemo(() => {
    const change = (next: (chosen: ChosenRows<Row>) => ChosenRows<Row>): void =>
      setSelected((now) => ({ ...now, chosen: next(now.chosen) }));
    return {
      chosen,
      choose: (ids, shown) => change((before) => chooseRows(before, ids, shown, rowId)),
      drop: (ids) => change((before) => withoutRows(before, ids)),
      clear: () => change(() => nothing),
    };
  }, [chosen, rowId]);
};
