import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Outlet } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { isOneOf, usePreference } from '../../lib/preferences/preferences.ts';
import { EnvironmentFavicon } from './environment-favicon.tsx';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import { SkipLink, skipTarget } from './skip-link.tsx';

const isSidebarMode = isOneOf('open', 'icons');

/** Header, sidebar and screen. In narrow windows the sidebar is an overlay that closes after a selection. */
export const Shell = () => {
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const [docked, setDocked] = usePreference<'open' | 'icons'>('sidebar', 'open', isSidebarMode);
  const [isOverlayOpen, setOverlayOpen] = useState(false);
  const toggle = (): void =>
    isNarrow ? setOverlayOpen((isOpen) => !isOpen) : setDocked(docked === 'open' ? 'icons' : 'open');
  const closeOverlay = useCallback(() => setOverlayOpen(false), []);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100dvh' }}>
      <SkipLink />
      <EnvironmentFavicon />
      <Header onToggleSidebar={toggle} isSidebarOpen={isNarrow ? isOverlayOpen : docked === 'open'} />
      <Box sx={{ display: 'flex', flexGrow: 1, minHeight: 0 }}>
        <Sidebar mode={isNarrow ? 'overlay' : docked} isOpen={!isNarrow || isOverlayOpen} onClose={closeOverlay} />
        <Box
          component="main"
          {...skipTarget}
          sx={{ flexGrow: 1, minWidth: 0, minHeight: 0, overflow: 'auto', bgcolor: 'background.default', outline: 0 }}
        >
          <Outlet />
        </Box>
      </Box>
    </Box>
  );
};
