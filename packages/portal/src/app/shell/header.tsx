import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { environmentLineHeight, headerHeight } from '@cfs/contracts/sizes';
import { Link } from '@tanstack/react-router';
import { useEnvironment } from '../../lib/environment.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { useThemeMode } from '../theme-mode.ts';
import { CommandPalette } from './command-palette/command-palette.tsx';
import { canSwitchTenant } from './can-switch-tenant.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { TenantPicker } from './tenant-picker.tsx';
import { UpdateNotice } from './update-notice.tsx';

interface HeaderProps {
  readonly onToggleSidebar: () => void;
  readonly isSidebarOpen: boolean;
}

export const Header = ({ onToggleSidebar, isSidebarOpen }: HeaderProps) => {
  const { name, color } = useEnvironment();
  const screen = useScreenAddress();
  const permissions = usePermissions();
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 2,
        height: headerHeight,
        flexShrink: 0,
        bgcolor: 'background.paper',
        borderTop: `${environmentLineHeight}px solid ${color}`,
        borderBottom: 1,
        borderBottomColor: 'divider',
      }}
    >
      <IconButton aria-label="Menu" aria-expanded={isSidebarOpen} onClick={onToggleSidebar}>
        <MenuIcon />
      </IconButton>
      <MuiLink
        component={Link}
        to={screen('/')}
        color="textPrimary"
        noWrap
        sx={{ fontWeight: 600, flexShrink: 1, minWidth: 0 }}
      >
        {name}
      </MuiLink>
      {canSwitchTenant(permissions) && <TenantPicker />}
      <Box sx={{ flexGrow: 1 }} />
      <UpdateNotice />
      <CommandPalette />
      <ThemeSwitch />
      <ProfileMenu />
    </Box>
  );
};

export const ThemeSwitch = () => {
  const { mode, toggle } = useThemeMode();
  const label = mode === 'light' ? 'Switch to dark' : 'Switch to light';
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={toggle}>
        {mode === 'light' ? <DarkModeIcon fontSize="small" /> : <LightModeIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
};
