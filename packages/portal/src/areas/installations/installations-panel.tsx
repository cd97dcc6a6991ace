import { noVersionId, type PackageInstall, type PackageInstalls } from '@cfs/contracts/installations';
import { pollIntervals, widePanelWidth } from '@cfs/contracts/sizes';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { pollEvery } from '../../lib/polling.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { InstallationTable } from './installation-table.tsx';

interface InstalledDevice {
  readonly deviceId: string;
  readonly name: string;
}

const installsKey = '/v1/devices/GetPackageInstallsWithVersions';

const useInstalls = (deviceId: string) =>
  useQuery({
    queryKey: [installsKey, deviceId],
    queryFn: async ({ signal }) =>
      (await api.get<PackageInstalls>(`${installsKey}(deviceId=${deviceId})`, { signal })).value,
    ...pollEvery(pollIntervals.installations),
  });

/** The chosen version of each package, by the id of the package. */
const schema = z.object({ versions: z.record(z.string(), z.string()) });

const valuesOf = (installs: readonly PackageInstall[]) => ({
  versions: Object.fromEntries(
    installs.map(({ installPackage, packageVersionId }) => [installPackage.packageId, packageVersionId]),
  ),
});

interface EditInstallationsProps {
  readonly device: InstalledDevice;
  readonly installs: readonly PackageInstall[];
  readonly onClose: () => void;
}

const EditInstallations = ({ device, installs, onClose }: EditInstallationsProps) => {
  const mayEdit = usePermissions().has('Devices:edit');
  const refresh = useRefresh();
  const form = useZodForm(schema, valuesOf(installs));
  const path = `/v1/deviceInstallations/${device.deviceId}/packages`;
  return (
    <FormDrawer
      title={`Device Installations: ${device.name}`}
      openAs="installations"
      id={device.deviceId}
      width={widePanelWidth}
      form={form}
      failure="A problem occurred saving the installations. Please try again."
      isReadOnly={!mayEdit}
      onClose={onClose}
      onSave={async ({ versions }) => {
        const before = form.formState.defaultValues?.versions ?? {};
        const changed = Object.entries(versions).filter(
          ([packageId, version]) => version !== (before[packageId] ?? noVersionId),
        );
        const failed = installs
          .filter(({ installStatus }) => installStatus === 'Failed' || installStatus === 'RolledBack')
          .map(({ installPackage }) => installPackage.packageId);
        const retried = Object.entries(versions).filter(
          ([packageId, version]) => failed.includes(packageId) && version !== noVersionId,
        );
        const items = [...new Map([...changed, ...retried])].map(([packageId, packageVersionId]) => ({
          packageId,
          deviceId: device.deviceId,
          packageVersionId,
        }));
        await api.post(path, items);
        notify.success(`The agent of ${device.name} follows the new installations.`);
        await refresh(installsKey);
      }}
    >
      <InstallationTable installs={installs} />
    </FormDrawer>
  );
};

const InstallationsOfDevice = ({ device, onClose }: Omit<EditInstallationsProps, 'installs'>) => {
  const installs = useInstalls(device.deviceId);
  if (installs.data && installs.data.length > 0)
    return <EditInstallations device={device} installs={installs.data} onClose={onClose} />;
  return (
    <SidePanel title={`Device Installations: ${device.name}`} width={widePanelWidth} onClose={onClose}>
      <QueryResult query={installs}>
        {() => (
          <EmptyState
            title="No packages to install"
            hint="Upload a package for the operating system of the device in the Package Catalog."
          />
        )}
      </QueryResult>
    </SidePanel>
  );
};

/** The packages of the device in the address: what it has, and what it is to have. */
export const InstallationsPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const device = useOpenedRow<InstalledDevice>('/v1/devices', equals('deviceId', drawer.openId));
  return drawer.openId && device ? (
    <InstallationsOfDevice key={device.deviceId} device={device} onClose={drawer.close} />
  ) : null;
};
