import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import IconButton from '@mui/material/IconButton';
import type { KeyboardEvent, PointerEvent } from 'react';

interface ReorderHandleProps {
  readonly id: string;
  readonly name: string;
  readonly isHeld: boolean;
  readonly describedBy: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onBlur: () => void;
}

/** Moves an item of a `ReorderList`, dragged or by keyboard. */
export const ReorderHandle = ({ name, isHeld, describedBy, ...props }: ReorderHandleProps) => (
  <IconButton
    {...props}
    aria-label={`Move ${name}`}
    aria-pressed={isHeld}
    aria-describedby={describedBy}
    // The browser would scroll instead of dragging by touch.
    sx={{ touchAction: 'none', cursor: isHeld ? 'grabbing' : 'grab', '& svg': { fontSize: 18 } }}
  >
    <DragIndicatorIcon />
  </IconButton>
);
