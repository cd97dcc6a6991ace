import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  agentFileAddress,
  agentFilesPath,
  agentSystems,
  installCommand,
  tokenPlaceholder,
} from '@cfs/contracts/agent-downloads';
import type { AgentSystem } from '@cfs/contracts/agent-downloads';
import type { TenantSettings } from '@cfs/contracts/environment';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from '@tanstack/react-router';
import { api } from '../../lib/api/api-client.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress, useTenantId } from '../../lib/tenant/use-tenant.ts';
import { Page } from '../../ui/page.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';

interface InstallStepProps {
  readonly system: AgentSystem;
  readonly downloadUrl: string;
  /** The hexadecimal checksum of the system's file; `undefined` if the server does not hold the file. */
  readonly sha256: string | undefined;
}

/** The install command for a system, with a link to its file. */
const InstallStep = ({ system, downloadUrl, sha256 }: InstallStepProps) => {
  const command = installCommand(system, downloadUrl, location.origin);
  return (
    <Box component="section" aria-label={system.name} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, flexWrap: 'wrap' }}>
        <Typography variant="h2">{system.name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {system.shell}
        </Typography>
        {system.name !== 'Windows' && (
          <Link href={agentFileAddress(downloadUrl, system)} variant="body2">
            {system.file}
          </Link>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'start',
          gap: 2,
          p: 3,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
        }}
      >
        <Typography component="code" sx={{ flex: 1, minWidth: 0, fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {command}
        </Typography>
        <CopyButton text={command} label={`Copy the command for ${system.name}`} />
      </Box>
      {sha256 !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          SHA-256 {sha256}
        </Typography>
      )}
    </Box>
  );
};

/** Shows how to add a machine to the tenant: the agent's file, and the command that installs it. */
export const WelcomeScreen = () => {
  const tenantId = useTenantId();
  const permissions = usePermissions();
  const screen = useScreenAddress();
  const { data } = useQuery({
    queryKey: ['tenantSettings', tenantId],
    queryFn: ({ signal }) => api.get<TenantSettings>(`/api/${tenantId}/settings`, { signal }),
  });
  const files = data?.agentFiles ?? undefined;
  // The browser knows the address of the server, even behind a proxy that hides it from the server.
  const downloadUrl = files ? new URL(agentFilesPath, location.origin).href : data?.agentDownloadUrl;
  const offered = agentSystems.filter(({ file }) => files?.some((held) => held.file === file) ?? true);
  const windows = offered.find(({ name }) => name === 'Windows');
  return (
    <Page title="Welcome">
      <Box sx={{ display: 'grid', gap: 6, maxWidth: 960, minHeight: 560, alignContent: 'start' }}>
        <Typography>
          The agent watches a machine. It enrols with a token, then waits under Pending Devices until it is promoted.
          {downloadUrl && ` In the command, replace ${tokenPlaceholder} with a token for enrolling agents.`}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, minHeight: 36 }}>
          {downloadUrl && windows && (
            <Button
              variant="contained"
              startIcon={<DownloadIcon />}
              href={agentFileAddress(downloadUrl, windows)}
              rel="noopener"
            >
              Download Windows Agent
            </Button>
          )}
          {permissions.has('Tokens:view') && (
            <Button variant="outlined" component={RouterLink} to={screen('/tokens')}>
              Tokens
            </Button>
          )}
          {permissions.has('PendingDevices:view') && (
            <Button variant="outlined" component={RouterLink} to={screen('/pendingdevices')}>
              Pending Devices
            </Button>
          )}
        </Box>
        {data && !downloadUrl && (
          <Alert severity="info">
            No download address is set. An administrator sets it for the tenant, or for all tenants in the server&apos;s
            configuration.
          </Alert>
        )}
        {downloadUrl &&
          offered.map((system) => (
            <InstallStep
              key={system.name}
              system={system}
              downloadUrl={downloadUrl}
              sha256={files?.find(({ file }) => file === system.file)?.sha256}
            />
          ))}
      </Box>
    </Page>
  );
};
