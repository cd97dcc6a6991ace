import Link from '@mui/material/Link';
import { Link as RouterLink } from '@tanstack/react-router';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { CommunicationList } from './communication-list.tsx';
import { useCommunicationList } from './use-communication-list.ts';

/** The list of communications with filter chips. */
export const CommunicationsScreen = () => {
  const address = useScreenAddress();
  return (
    <CommunicationList
      screen={useCommunicationList()}
      aside={
        <Link component={RouterLink} to={address('/workunitcommunications/index')} variant="body2">
          Return to the old experience
        </Link>
      }
    />
  );
};
