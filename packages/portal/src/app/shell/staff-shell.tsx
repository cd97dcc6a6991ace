import { useLocation } from '@tanstack/react-router';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress } from '../../lib/use-tenant.ts';
import { Redirect } from '../redirect.tsx';
import { isForRequestsAlone, requestAddress } from './requests-alone.ts';
import { Shell } from './shell.tsx';

/** The shell of the staff's screens; somebody with requests of their own alone goes to the Resolution Center. */
export const StaffShell = () => {
  const permissions = usePermissions();
  const screen = useScreenAddress();
  const search = useLocation({ select: (location) => location.searchStr });
  return isForRequestsAlone(permissions) ? <Redirect href={screen(requestAddress(search))} /> : <Shell />;
};
