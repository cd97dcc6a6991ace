import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { environmentLineHeight, headerHeight } from '@cfs/contracts/sizes';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { Outlet } from '@tanstack/react-router';
import { useEnvironment } from '../../lib/environment.ts';
import { EnvironmentFavicon } from './environment-favicon.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { SkipLink, skipTarget } from './skip-link.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** The layout of the Resolution Center: a header with the profile menu, no sidebar. */
export const StandaloneShell = () => {
  const { color } = useEnvironment();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100dvh', bgcolor: 'background.default' }}>
      <SkipLink />
      <EnvironmentFavicon />
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          px: 4,
          height: headerHeight,
          flexShrink: 0,
          bgcolor: 'background.paper',
          borderTop: `${environmentLineHeight}px solid ${color}`,
          borderBottom: 1,
          borderBottomColor: 'divider',
        }}
      >
        <Typography variant="h1" sx={{ fontSize: 16 }}>
          {shellTexts.resolutionCenter}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <UpdateNotice />
          <ProfileMenu />
        </Box>
      </Box>
      <Box
        component="main"
        {...skipTarget}
        sx={{ flexGrow: 1, minHeight: 0, overflow: 'auto', width: 1, maxWidth: 1200, mx: 'auto', outline: 0 }}
      >
        <Outlet />
      </Box>
    </Box>
  );
};
