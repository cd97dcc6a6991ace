import Button from '@mui/material/Button';
import type { ListControl } from '../../lib/lists/list-state.ts';
import { EmptyState } from './empty-state.tsx';

/** Rows that the list leaves out by default, without a filter chip. */
export interface LeftOutRows {
  /** A sentence that names them. */
  readonly text: string;
  /** The label of the button that shows them. */
  readonly showLabel: string;
  readonly onShow: () => void;
}

interface NoRowsStateProps {
  readonly list: ListControl;
  /** The title without search and filters. */
  readonly title: string;
  readonly hint?: string | undefined;
  readonly leftOut?: LeftOutRows | undefined;
}

/** The empty state of a list: page past the end, no match, or no rows at all. */
export const NoRowsState = ({ list, title, hint, leftOut }: NoRowsStateProps) => {
  if (list.page > 0)
    return (
      <EmptyState
        title="There is nothing on this page"
        hint="The list has become shorter, or the link points to a page that does not exist."
        action={<Button onClick={() => list.setPage(0, list.size)}>Go to the first page</Button>}
      />
    );
  const hasFilters = list.conditions.length > 0;
  const clear = (
    <>
      {hasFilters && <Button onClick={() => list.setConditions([])}>Clear all filters</Button>}
      {leftOut && <Button onClick={leftOut.onShow}>{leftOut.showLabel}</Button>}
    </>
  );
  const withLeftOut = (text: string): string => (leftOut ? `${text} ${leftOut.text}` : text);
  if (list.search !== '')
    return (
      <EmptyState
        title={`Nothing matches "${list.search}"`}
        hint={withLeftOut(hasFilters ? 'Change the search or remove filters.' : 'Change the search or clear it.')}
        action={clear}
      />
    );
  if (hasFilters)
    return (
      <EmptyState title="Nothing matches the filters" hint={withLeftOut('Remove one to see more.')} action={clear} />
    );
  return <EmptyState title={title} hint={hint} />;
};
