import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useDeferredValue } from 'react';
import { headerHeight, sidebarWidth } from '@cfs/contracts/sizes';
import { toastsAtBottomLeft } from '../../ui/feedback/toast-host.tsx';
import { ProductName } from './product-name.tsx';
import { SidebarFooter } from './sidebar-footer.tsx';
import { SidebarGroup } from './sidebar-group.tsx';
import { useMenuViews } from './use-menu-views.ts';
import { useMenuMarks } from './use-menu-marks.ts';
import { useMenu } from './use-menu.ts';

const iconsWidth = 52;

/** Moves toasts to the right of the sidebar, where they do not cover the version and the license. */
const toastOffsetStyle = { [`.${toastsAtBottomLeft}`]: { marginLeft: sidebarWidth } };

interface SidebarProps {
  /** Docked with labels, docked as icons, or an overlay. */
  readonly mode: 'open' | 'icons' | 'overlay';
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export const Sidebar = ({ mode, isOpen, onClose }: SidebarProps) => {
  const groups = useMenu();
  const marks = useMenuMarks();
  const views = useMenuViews();
  const showsLabels = mode !== 'icons';
  // The entries take as long to render as a screen does. They are deferred, so that the screen is rendered first; the
  // width of the sidebar stays the same, so that the screen does not shift.
  const showsEntries = useDeferredValue(true, false);
  const width = showsLabels ? sidebarWidth : iconsWidth;
  return (
    <Drawer
      variant={mode === 'overlay' ? 'temporary' : 'permanent'}
      open={isOpen}
      onClose={onClose}
      sx={mode === 'overlay' ? {} : { width, flexShrink: 0, transition: 'width 150ms' }}
      slotProps={{
        paper: {
          ...(mode === 'overlay' ? { 'aria-label': 'Menu' } : {}),
          sx: {
            width,
            overflowX: 'hidden',
            transition: 'width 150ms',
            ...(mode === 'overlay' ? {} : { position: 'static', height: `calc(100dvh - ${headerHeight}px)` }),
          },
        },
      }}
    >
      <Box component="nav" aria-label="Main" sx={{ flexGrow: 1, overflowY: 'auto', overflowX: 'hidden', py: 2 }}>
        <ProductName isOverLabels={showsLabels} onChosen={onClose} />
        {showsEntries &&
          groups.map((group) => (
            <SidebarGroup
              key={group.label}
              group={group}
              marks={marks}
              views={views}
              showsLabels={showsLabels}
              onChosen={onClose}
            />
          ))}
      </Box>
      {showsLabels && <SidebarFooter />}
      {mode === 'open' && <GlobalStyles styles={toastOffsetStyle} />}
    </Drawer>
  );
};
