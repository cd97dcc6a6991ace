import type { ListRows } from '../../lib/api/use-list.ts';
import type { ListControl } from '../../lib/lists/list-state.ts';

type PageRows = Pick<ListRows<unknown>, 'rows' | 'count' | 'isLoading' | 'error'>;

const noCount = (): string => '';

/**
 * The props of `TablePagination` for a list. While there are no rows because they are loading or failed, the count is
 * hidden and the next page is disabled.
 */
export const pageFooter = (
  { page, size, setPage }: Pick<ListControl, 'page' | 'size' | 'setPage'>,
  { rows, count, isLoading, error }: PageRows,
) => {
  const isUnknown = rows.length === 0 && (isLoading || error !== null);
  const known = count ?? (rows.length < size && !isUnknown ? page * size + rows.length : undefined);
  return {
    count: known ?? -1,
    page: known === undefined ? page : Math.min(page, Math.max(0, Math.ceil(known / size) - 1)),
    rowsPerPage: size,
    onPageChange: (_: unknown, next: number): void => setPage(next, size),
    ...(isUnknown && {
      labelDisplayedRows: noCount,
      slotProps: { actions: { nextButton: { disabled: true } } },
    }),
  };
};
