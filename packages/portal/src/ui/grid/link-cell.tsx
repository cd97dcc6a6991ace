interface LinkCellProps {
  readonly text: string;
  readonly onClick: () => void;
}

/** A link that opens the row, truncated to two lines, with the full text as tooltip. */
export const LinkCell = ({ text, onClick }: LinkCellProps) => (
  <button type="button" className="text-link link-cell" title={text} onClick={onClick}>
    {text}
  </button>
);
