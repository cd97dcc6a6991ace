import Link from '@mui/material/Link';
import type { MouseEvent } from 'react';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import { oldExperienceAddress, openOldExperience } from './old-experience.ts';

/** A link to the plain page of work units. The sign-in is handed over to that page first. */
export const OldExperienceLink = () => {
  const tenantId = useTenantId();
  const address = oldExperienceAddress(tenantId);
  const follow = async (event: MouseEvent): Promise<void> => {
    event.preventDefault();
    try {
      await openOldExperience(tenantId);
      window.location.assign(address);
    } catch (error) {
      notifyProblem(error);
    }
  };
  return (
    <Link href={address} variant="body2" onClick={(event) => void follow(event)}>
      Return to the old experience
    </Link>
  );
};
