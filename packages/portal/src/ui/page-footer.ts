import type { ListRows } from '../lib/api/use-list.ts';
import type { ListControl } from '../lib/list-state.ts';

/** Where a list stands among its pages, and how the next one is reached, in the words of a table's footer. */
export const pageFooter = (
  { page, size, setPage }: ListControl,
  { rows, count }: Pick<ListRows<unknown>, 'rows' | 'count'>,
) => {
  const known = count ?? (rows.length < size ? page * size + rows.length : undefined);
  return {
    count: known ?? -1,
    page: known === undefined ? page : Math.min(page, Math.max(0, Math.ceil(known / size) - 1)),
    rowsPerPage: size,
    onPageChange: (_: unknown, next: number): void => setPage(next, size),
  };
};
