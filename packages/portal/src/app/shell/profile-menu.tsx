import ChecklistIcon from '@mui/icons-material/Checklist';
import LogoutIcon from '@mui/icons-material/Logout';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { profilePopupWidth } from '@cfs/contracts/sizes';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFirstHourChoice, useMayTakeFirstHour } from '../../areas/home/first-hour-choice.ts';
import { useCurrentUser } from '../../lib/lookups.ts';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { Portrait } from './portrait.tsx';
import { ProfilePicture } from './profile-picture.tsx';
import { useLogOut } from './use-log-out.ts';
import { useProfilePicture } from './use-profile-picture.ts';

export const ProfileMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const user = useCurrentUser();
  const picture = useProfilePicture();
  const logOut = useLogOut();
  const navigate = useNavigate();
  const screen = useScreenAddress();
  const mayTakeFirstHour = useMayTakeFirstHour();
  const [, chooseFirstHour] = useFirstHourChoice();
  const showFirstHour = (): void => {
    chooseFirstHour('shown');
    setAnchor(undefined);
    void navigate({ to: screen('/') });
  };
  const name = user?.name ?? '';
  return (
    <>
      <IconButton
        aria-label={`Profile of ${name}`}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Portrait name={name} address={picture.address} size={28} />
      </IconButton>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(undefined)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{
            paper: { role: 'dialog', 'aria-label': 'Profile', variant: 'outlined', sx: { width: profilePopupWidth } },
          }}
        >
          <ProfilePicture name={name} picture={picture}>
            <Typography noWrap sx={{ fontWeight: 600 }}>
              {name}
            </Typography>
            <Typography variant="body2" color="textSecondary" noWrap title={user?.userName}>
              {user?.userName}
            </Typography>
          </ProfilePicture>
          <Box sx={{ borderTop: 1, borderColor: 'divider', p: 2 }}>
            {mayTakeFirstHour && (
              <Button
                color="inherit"
                fullWidth
                startIcon={<ChecklistIcon />}
                onClick={showFirstHour}
                sx={{ justifyContent: 'flex-start' }}
              >
                First hour
              </Button>
            )}
            <Button
              color="inherit"
              fullWidth
              startIcon={<LogoutIcon />}
              onClick={() => void logOut()}
              sx={{ justifyContent: 'flex-start' }}
            >
              Log out
            </Button>
          </Box>
        </Popover>
      )}
    </>
  );
};
