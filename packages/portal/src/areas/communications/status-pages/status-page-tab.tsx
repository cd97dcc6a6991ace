import type { StatusPage } from '@cfs/contracts/status-pages';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { RemoteSwitch } from '../subscribers/remote-switch.tsx';

interface StatusPageTabProps {
  readonly tenantId: string;
  readonly isReadOnly: boolean;
}

/** Publishes the status page of a tenant, and shows its URL. */
export const StatusPageTab = ({ tenantId, isReadOnly }: StatusPageTabProps) => {
  const setting = `/v1/tenants/${tenantId}/statuspage`;
  const stored = useQuery({
    queryKey: [setting],
    queryFn: ({ signal }) => api.get<StatusPage>(setting, { signal }),
  });
  return (
    <QueryResult query={stored}>
      {({ isPublic, address }) => (
        <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'start', gap: 3, maxWidth: 640 }}>
          <Typography variant="body2" color="textSecondary">
            Anyone who knows its address can read the external reports of open communications, and of those that were
            closed in the last 90 days, without signing in.
          </Typography>
          <RemoteSwitch address={setting} field="isPublic" label="Public status page" isReadOnly={isReadOnly} />
          <Typography variant="body2" component="div" sx={{ overflowWrap: 'anywhere' }}>
            {isPublic ? (
              <Link href={address} target="_blank" rel="noreferrer">
                {address}
              </Link>
            ) : (
              address
            )}
            <CopyButton text={address} label="Copy address" />
          </Typography>
        </Box>
      )}
    </QueryResult>
  );
};
