import Box from '@mui/material/Box';
import { useId, type ReactNode } from 'react';
import { visuallyHidden } from '../text/visually-hidden.ts';
import { ReorderHandle } from './reorder-handle.tsx';
import { useReorder, type ReorderItem } from './use-reorder.ts';

interface ReorderListProps<Item extends ReorderItem> {
  readonly label: string;
  readonly items: readonly Item[];
  /** The items have no handles. */
  readonly isFixed?: boolean;
  /** Stores the order of the ids; the new order is shown until it settles. */
  readonly onReorder: (ids: readonly string[]) => Promise<void>;
  readonly children: (item: Item, handle: ReactNode) => ReactNode;
}

const instructions =
  'Press Space to pick the item up, the arrow keys to move it, Space to drop it, and Escape to put it back.';

/** A list whose items are moved by drag or by keyboard; each step is announced to screen readers. */
export const ReorderList = <Item extends ReorderItem>({
  label,
  items,
  isFixed = false,
  onReorder,
  children,
}: ReorderListProps<Item>) => {
  const { setList, ordered, announcement, heldId, offsetOf, isDragged, handleOf } = useReorder({ items, onReorder });
  const instructionsId = useId();
  const hasHandles = !isFixed && items.length > 1;
  return (
    <>
      <Box
        component="ul"
        ref={setList}
        aria-label={label}
        sx={{ display: 'flex', flexDirection: 'column', gap: 2, listStyle: 'none', m: 0, p: 0 }}
      >
        {ordered.map((item, index) => {
          const isHeld = heldId === item.id;
          const offset = offsetOf(index);
          return (
            <Box
              component="li"
              key={item.id}
              sx={{
                position: 'relative',
                zIndex: isHeld ? 1 : 0,
                boxShadow: isHeld ? 3 : 0,
                borderRadius: 1,
                transition: heldId !== undefined && !isDragged(index) ? 'transform 150ms' : 'none',
              }}
              style={offset === 0 ? {} : { transform: `translateY(${offset}px)` }}
            >
              {children(
                item,
                hasHandles && <ReorderHandle {...handleOf(item.id)} name={item.name} describedBy={instructionsId} />,
              )}
            </Box>
          );
        })}
      </Box>
      <Box id={instructionsId} sx={visuallyHidden}>
        {instructions}
      </Box>
      <Box role="status" aria-live="assertive" sx={visuallyHidden}>
        {announcement}
      </Box>
    </>
  );
};
