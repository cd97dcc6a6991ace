import { noVersionId, type PackageInstall, type PackageInstalls } from '@cfs/contracts/installations';
import { pollIntervals, widePanelWidth } from '@cfs/contracts/sizes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { api, type CallOptions } from '../../lib/api/api-client.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { editsOf, isSame } from '../../lib/forms/edits.ts';
import { notify } from '../../lib/notify.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { pollEvery } from '../../lib/timing/polling.ts';
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

const fetchInstalls = async (deviceId: string, options?: CallOptions): Promise<readonly PackageInstall[]> =>
  (await api.get<PackageInstalls>(`${installsKey}(deviceId=${deviceId})`, options)).value;

const useInstalls = (deviceId: string) =>
  useQuery({
    queryKey: [installsKey, deviceId],
    queryFn: ({ signal }) => fetchInstalls(deviceId, { signal }),
    ...pollEvery(pollIntervals.installations),
  });

/** The chosen version of each package, by the id of the package. */
const schema = z.record(z.string(), z.string());
type Versions = z.infer<typeof schema>;

const versionsOf = (installs: readonly PackageInstall[]): Versions =>
  Object.fromEntries(
    installs.map(({ installPackage, packageVersionId }) => [installPackage.packageId, packageVersionId]),
  );

/** Updates the form with the versions that other people choose, except for packages that this person has changed. */
const useOthersChoices = (form: UseFormReturn<Versions>, installs: readonly PackageInstall[]): void => {
  const { formState, getValues, reset } = form;
  const { defaultValues: seen, isSubmitting } = formState;
  useEffect(() => {
    if (isSubmitting) return;
    const now = versionsOf(installs);
    const edits = editsOf(seen ?? {}, getValues()).filter(({ name, mine }) => mine !== now[name]);
    const edited = (own: 'base' | 'mine') => Object.fromEntries(edits.map((edit) => [edit.name, edit[own] as string]));
    if (isSame({ ...now, ...edited('base') }, { ...now, ...seen })) return;
    reset({ ...now, ...edited('base') });
    reset({ ...now, ...edited('mine') }, { keepDefaultValues: true });
  }, [getValues, installs, isSubmitting, reset, seen]);
};

interface EditInstallationsProps {
  readonly device: InstalledDevice;
  readonly installs: readonly PackageInstall[];
  readonly onClose: () => void;
}

const EditInstallations = ({ device, installs, onClose }: EditInstallationsProps) => {
  const mayEdit = usePermissions().has('Devices:edit');
  const refresh = useRefresh();
  const client = useQueryClient();
  const form = useZodForm(schema, versionsOf(installs));
  useOthersChoices(form, installs);
  const path = `/v1/deviceInstallations/${device.deviceId}/packages`;
  /** Shows the response of the server without waiting for the next poll. */
  const show = (answered: readonly PackageInstall[]): Versions => {
    client.setQueryData([installsKey, device.deviceId], answered);
    return versionsOf(answered);
  };
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
      onReload={async () => show(await fetchInstalls(device.deviceId))}
      onSave={async (versions) => {
        const seen = form.formState.defaultValues ?? {};
        const failed = new Set(
          installs
            .filter(({ installStatus }) => installStatus === 'Failed' || installStatus === 'RolledBack')
            .map(({ installPackage }) => installPackage.packageId),
        );
        const items = Object.entries(versions).flatMap(([packageId, packageVersionId]) => {
          const seenVersionId = seen[packageId] ?? noVersionId;
          const isRetried = failed.has(packageId) && packageVersionId !== noVersionId;
          if (packageVersionId === seenVersionId && !isRetried) return [];
          return [{ packageId, deviceId: device.deviceId, packageVersionId, seenVersionId }];
        });
        form.reset(show((await api.post<PackageInstalls>(path, items)).value));
        notify.success(`The agent of ${device.name} applies the new installations.`);
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

/** The packages of the device in the URL, with the installed version and the version that it is to have. */
export const InstallationsPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const device = useOpenedRow<InstalledDevice>('/v1/devices', equals('deviceId', drawer.openId));
  return drawer.openId && device ? (
    <InstallationsOfDevice key={device.deviceId} device={device} onClose={drawer.close} />
  ) : null;
};
