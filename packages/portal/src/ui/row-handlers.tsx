import { createContext, useContext, type ReactNode } from 'react';
import { LinkCell } from './link-cell.tsx';

/** What a row of a grid can do; one grid, and so one kind of row, stands under one provider. */
interface RowHandlers {
  readonly onOpen?: ((row: never) => void) | undefined;
  readonly rowActions?: ((row: never) => ReactNode) | undefined;
}

/**
 * Reaches the cells past the grid: screens make these functions anew whenever they draw, and a grid that is given new
 * columns draws every cell anew.
 */
const RowHandlersContext = createContext<RowHandlers>({});
export const RowHandlersProvider = RowHandlersContext.Provider;

interface OpenCellProps {
  readonly row: object;
  readonly text: string;
}

/** The text of a row's link column. */
export const OpenCell = ({ row, text }: OpenCellProps) => {
  const { onOpen } = useContext(RowHandlersContext);
  return onOpen ? <LinkCell text={text} onClick={() => onOpen(row as never)} /> : text;
};

export const ActionsCell = ({ row }: { readonly row: object }) =>
  useContext(RowHandlersContext).rowActions?.(row as never);
