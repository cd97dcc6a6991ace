import Link from '@mui/material/Link';

interface LinkCellProps {
  readonly text: string;
  readonly onClick: () => void;
}

/** The text of a cell that opens its row; cut when too long, with the whole of it on hover. */
export const LinkCell = ({ text, onClick }: LinkCellProps) => (
  <Link
    component="button"
    type="button"
    onClick={onClick}
    title={text}
    sx={{
      maxWidth: 1,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: { xs: 'normal', sm: 'nowrap' },
      textAlign: 'left',
      verticalAlign: 'middle',
      font: 'inherit',
      fontWeight: 500,
    }}
  >
    {text}
  </Link>
);
