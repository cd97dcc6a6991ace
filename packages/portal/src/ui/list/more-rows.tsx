import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { PagedRows } from '../../lib/api/use-paged-rows.ts';

interface MoreRowsProps {
  readonly list: Pick<PagedRows<unknown>, 'rows' | 'count' | 'hasMore' | 'isLoadingMore' | 'loadMore'>;
  /** What is listed, of one and of several. */
  readonly nouns: readonly [one: string, several: string];
}

const counted = (count: number, [one, several]: MoreRowsProps['nouns']): string =>
  `${count} ${count === 1 ? one : several}`;

/** How many rows of a list are shown, and the button for more. */
export const MoreRows = ({ list, nouns }: MoreRowsProps) => {
  const { count, hasMore, isLoadingMore, loadMore } = list;
  const shown = list.rows.length;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: 32, mt: 2 }}>
      <Typography variant="body2" color="textSecondary" role="status">
        {count === undefined || count === shown ? counted(shown, nouns) : `${shown} of ${counted(count, nouns)}`}
      </Typography>
      {hasMore && (
        <Button size="small" disabled={isLoadingMore} onClick={loadMore}>
          Show More
        </Button>
      )}
    </Box>
  );
};
