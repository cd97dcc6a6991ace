import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useQuery } from '@tanstack/react-query';
import { useAddressQuery, stringifyQuery } from '../../../lib/address-query.ts';
import { useScreenAddress, useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { oldExperienceAddress, openOldExperience } from './old-experience.ts';

/** The key of the time when this tab last opened the plain page, in milliseconds since 1970. */
const openedAtKey = 'cfs-portal.old-experience-opened-at';
/** If the plain page redirects back here within this time, it did not receive the cookie. */
const returnMilliseconds = 10_000;

const hasJustOpened = (): boolean =>
  Date.now() - Number(window.sessionStorage.getItem(openedAtKey) ?? 0) < returnMilliseconds;

/** Hands the sign-in over to the plain page and opens it. Resolves with false if that would only redirect back here. */
const open = async (tenantId: string, query: string): Promise<boolean> => {
  if (hasJustOpened()) {
    window.sessionStorage.removeItem(openedAtKey);
    return false;
  }
  await openOldExperience(tenantId);
  window.sessionStorage.setItem(openedAtKey, String(Date.now()));
  window.location.replace(oldExperienceAddress(tenantId) + query);
  return true;
};

/**
 * The target of redirects from the plain page of work units if it does not have the user's sign-in. Hands the sign-in
 * over and redirects back.
 */
export const OldExperienceScreen = () => {
  const tenantId = useTenantId();
  const [query] = useAddressQuery();
  const address = useScreenAddress();
  const opening = useQuery({
    queryKey: ['oldExperience', tenantId],
    queryFn: () => open(tenantId, stringifyQuery(query)),
    retry: false,
    gcTime: 0,
  });
  return (
    <Page title="Work Units">
      {opening.error && <FailedState error={opening.error} onRetry={() => void opening.refetch()} />}
      {opening.data === false && (
        <EmptyState
          title="The old experience cannot be opened"
          hint="This browser did not store the cookie that the page needs. Allow cookies of this site and try again."
          action={
            <Button variant="outlined" href={address('/workunitsv2')}>
              Go to Work Units
            </Button>
          }
        />
      )}
      {opening.data !== false && !opening.error && (
        <CircularProgress aria-label="Opening the old experience" size={28} sx={{ alignSelf: 'center', mt: 8 }} />
      )}
    </Page>
  );
};
