import Menu from '@mui/material/Menu';
import { useState, type ReactNode } from 'react';

interface AnchoredMenuProps {
  /** What the menu opens at; it is closed without. */
  readonly anchor: HTMLElement | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu that is rendered from its first opening on: a closed one is half of what a row takes to render. */
export const AnchoredMenu = ({ anchor, onClose, children }: AnchoredMenuProps) => {
  const [last, setLast] = useState(anchor);
  if (anchor && anchor !== last) setLast(anchor);
  return (
    last && (
      <Menu open={anchor !== undefined} anchorEl={last} onClose={onClose}>
        {children}
      </Menu>
    )
  );
};
