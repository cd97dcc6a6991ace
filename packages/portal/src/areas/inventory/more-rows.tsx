import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

interface MoreRowsProps {
  readonly shown: number;
  readonly total: number | undefined;
  /** What is listed, of one and of several. */
  readonly nouns: readonly [one: string, several: string];
  readonly onMore: () => void;
}

const counted = (count: number, [one, several]: MoreRowsProps['nouns']): string =>
  `${count} ${count === 1 ? one : several}`;

/** How many rows of a list are shown, and the button for more. */
export const MoreRows = ({ shown, total, nouns, onMore }: MoreRowsProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: 32, mt: 2 }}>
    <Typography variant="body2" color="textSecondary" role="status">
      {total === undefined || total === shown ? counted(shown, nouns) : `${shown} of ${counted(total, nouns)}`}
    </Typography>
    {total !== undefined && total > shown && (
      <Button size="small" onClick={onMore}>
        Show More
      </Button>
    )}
  </Box>
);
