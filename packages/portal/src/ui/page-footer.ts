import type { ListControl } from '../lib/list-state.ts';

/** Where a list stands among its pages, and how the next one is reached, in the words of a table's footer. */
export const pageFooter = ({ page, size, setPage }: ListControl, count: number | undefined) => ({
  count: count ?? -1,
  page: count === undefined ? page : Math.min(page, Math.max(0, Math.ceil(count / size) - 1)),
  rowsPerPage: size,
  onPageChange: (_: unknown, next: number): void => setPage(next, size),
});
