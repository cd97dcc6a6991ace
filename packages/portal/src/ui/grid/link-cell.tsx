interface LinkCellProps {
  readonly text: string;
  readonly onClick: () => void;
}

/** The text of a cell that opens its row, in two lines at most; cut when it is longer, with the whole of it on hover. */
export const LinkCell = ({ text, onClick }: LinkCellProps) => (
  <button type="button" className="text-link link-cell" title={text} onClick={onClick}>
    {text}
  </button>
);
