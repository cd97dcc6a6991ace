import { createContext, useContext, type ReactNode } from 'react';
import { useStableCallback } from '../../lib/timing/use-stable-callback.ts';
import { LinkCell } from './link-cell.tsx';

interface RowHandlers {
  readonly onOpen?: ((row: never) => void) | undefined;
  readonly rowActions?: ((row: never) => ReactNode) | undefined;
}

const OpenContext = createContext<((row: never) => void) | undefined>(undefined);
const ActionsContext = createContext<RowHandlers['rowActions']>(undefined);

/**
 * Passes row handlers to the cells by context: screens create new functions on each render, and a grid that gets new
 * columns re-renders every cell. One provider per grid, so that all rows have the same type.
 */
export const RowHandlersProvider = ({
  onOpen,
  rowActions,
  children,
}: RowHandlers & { readonly children: ReactNode }) => {
  const open = useStableCallback((row: never) => onOpen?.(row));
  return (
    <OpenContext value={onOpen && open}>
      <ActionsContext value={rowActions}>{children}</ActionsContext>
    </OpenContext>
  );
};

interface OpenCellProps {
  readonly row: object;
  readonly text: string;
}

/** A cell of the link column. */
export const OpenCell = ({ row, text }: OpenCellProps) => {
  const open = useContext(OpenContext);
  return open ? <LinkCell text={text} onClick={() => open(row as never)} /> : text;
};

export const ActionsCell = ({ row }: { readonly row: object }) => useContext(ActionsContext)?.(row as never);
