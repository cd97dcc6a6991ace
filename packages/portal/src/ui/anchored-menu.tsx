import Menu from '@mui/material/Menu';
import { useState, type ReactNode } from 'react';

interface AnchoredMenuProps {
  /** The element that the menu opens at; `undefined` closes it. */
  readonly anchor: HTMLElement | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu that is not rendered before it first opens: a closed one would take half of the render time of a row. */
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
