import { createContext, useContext, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { LinkCell } from './link-cell.tsx';

interface RowHandlers {
  readonly onOpen?: ((row: never) => void) | undefined;
  readonly rowActions?: ((row: never) => ReactNode) | undefined;
}

/** Opens a row; absent where rows do not open. */
const OpenContext = createContext<((row: never) => void) | undefined>(undefined);
const ActionsContext = createContext<RowHandlers['rowActions']>(undefined);

/**
 * Brings what a row can do to the cells past the grid: screens make these functions anew whenever they draw, and a grid
 * that is given new columns draws every cell anew. One grid, and so one kind of row, stands under one provider.
 */
export const RowHandlersProvider = ({
  onOpen,
  rowActions,
  children,
}: RowHandlers & { readonly children: ReactNode }) => {
  const latest = useRef(onOpen);
  useLayoutEffect(() => {
    latest.current = onOpen;
  });
  const canOpen = onOpen !== undefined;
  // The same function as long as there is one, so that the links of the rows need not be drawn with the screen.
  const open = useMemo(() => (canOpen ? (row: never) => latest.current?.(row) : undefined), [canOpen]);
  return (
    <OpenContext value={open}>
      <ActionsContext value={rowActions}>{children}</ActionsContext>
    </OpenContext>
  );
};

interface OpenCellProps {
  readonly row: object;
  readonly text: string;
}

/** The text of a row's link column. */
export const OpenCell = ({ row, text }: OpenCellProps) => {
  const open = useContext(OpenContext);
  return open ? <LinkCell text={text} onClick={() => open(row as never)} /> : text;
};

export const ActionsCell = ({ row }: { readonly row: object }) => useContext(ActionsContext)?.(row as never);
