import { useLocation } from '@tanstack/react-router';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { Redirect } from '../redirect.tsx';
import { isRequesterOnly, requesterAddress } from './requester-redirect.ts';
import { Shell } from './shell.tsx';

/** The shell of the staff's screens; redirects people who may only use the Resolution Center. */
export const StaffShell = () => {
  const permissions = usePermissions();
  const screen = useScreenAddress();
  const isRequester = isRequesterOnly(permissions);
  // Selected only for the redirect: otherwise every change of the query would render this parent of all screens.
  const search = useLocation({ select: ({ searchStr }) => (isRequester ? searchStr : '') });
  return isRequester ? <Redirect href={screen(requesterAddress(search))} /> : <Shell />;
};
