import Link from '@mui/material/Link';

interface LinkCellProps {
  readonly text: string;
  readonly onClick: () => void;
}

/** The text of a cell that opens its row, in two lines at most; cut when it is longer, with the whole of it on hover. */
export const LinkCell = ({ text, onClick }: LinkCellProps) => (
  <Link
    component="button"
    type="button"
    onClick={onClick}
    title={text}
    sx={{
      maxWidth: 1,
      overflow: 'hidden',
      display: { sm: '-webkit-inline-box' },
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: '2',
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
      textAlign: 'left',
      verticalAlign: 'middle',
      font: 'inherit',
      fontWeight: 500,
      // Two lines fit into a row, a compact one too.
      lineHeight: { sm: 1.15 },
    }}
  >
    {text}
  </Link>
);
