import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { noVersionId, type PackageInstall } from '@cfs/contracts/installations';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel, type Tone } from '../../ui/text/state-label.tsx';

const tones: Readonly<Record<string, Tone>> = {
  AvailableForInstall: 'muted',
  Installed: 'good',
  Failed: 'bad',
  RolledBack: 'bad',
};
const words: Readonly<Record<string, string>> = {
  AvailableForInstall: 'Available for install',
  RolledBack: 'Rolled back',
};

const Status = ({ install: { installStatus, packageName, percent, detail } }: { readonly install: PackageInstall }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, minWidth: { xs: 0, sm: 140 } }}>
    <StateLabel tone={tones[installStatus] ?? 'underway'}>
      {words[installStatus] ?? installStatus}
      {percent !== null && ` ${percent} %`}
    </StateLabel>
    {percent !== null && (
      <LinearProgress variant="determinate" value={percent} aria-label={`Download of ${packageName}`} />
    )}
    {detail !== null && (
      <Typography variant="caption" color="error" sx={{ overflowWrap: 'anywhere' }}>
        {detail}
      </Typography>
    )}
  </Box>
);

const versionLabel = ({ version, label, packageVersionStatusId }: PackageInstall['packageVersions'][number]): string =>
  [version, ...(packageVersionStatusId === 'Archived' ? [] : [`(${packageVersionStatusId})`]), label].join(' ');

/** Each package with the installed version, the status, and the version that the device is to have. */
export const InstallationTable = ({ installs }: { readonly installs: readonly PackageInstall[] }) => (
  <PlainTable
    label="Installations"
    rowKey={({ installPackage }) => installPackage.packageId}
    columns={[
      // In narrow windows, the label of the select shows the name of the package instead.
      { header: 'Package', cell: ({ packageName }) => packageName, isWideOnly: true },
      { header: 'Status', cell: (install) => <Status install={install} /> },
      {
        header: 'Installed',
        cell: ({ installedVersion, installed }) =>
          installedVersion === null ? (
            'None'
          ) : (
            <>
              {installedVersion}
              <Typography variant="caption" color="textSecondary" component="div">
                <DateTime time={installed} />
              </Typography>
            </>
          ),
        isWideOnly: true,
      },
      {
        header: 'Version to install',
        cell: ({ installPackage, packageName, packageVersions }) => (
          <SelectInput
            name={installPackage.packageId}
            label={`Version of ${packageName}`}
            options={[
              { value: noVersionId, label: 'None' },
              ...packageVersions.map((version) => ({ value: version.packageVersionId, label: versionLabel(version) })),
            ]}
          />
        ),
      },
    ]}
    rows={installs}
  />
);
