import { deviceHasOperationsMessage } from '@cfs/contracts/device-enumerations';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem, isConflict } from '../../lib/api/api-problem.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { deviceSet, type DeviceRow } from './device-row.ts';

/** Asks for confirmation before the device in the URL is deleted; its agent loses its credential immediately. */
export const DeleteDevicePrompt = ({ deletion }: { readonly deletion: OpenRow }) => {
  const device = useOpenedRow<DeviceRow>(deviceSet, equals('deviceId', deletion.openId));
  const refresh = useRefresh();
  if (!device || !deletion.openId) return null;
  const remove = async (): Promise<void> => {
    try {
      await api.delete(`${deviceSet}/${device.deviceId}`);
      notify.success(`Successfully deleted ${device.name}`);
      await refresh(deviceSet, '/v1/blocks');
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify.error(isConflict(error) ? deviceHasOperationsMessage(device.name) : error.detail);
    }
  };
  return (
    <ConfirmDialog
      question={{
        title: 'Delete Device',
        text: `Delete ${device.name}? Its agent can no longer send packets; its history is kept.`,
        yes: 'Delete',
        no: 'Cancel',
        isDestructive: true,
      }}
      onAnswer={(answer) => {
        deletion.close();
        if (answer !== undefined) void remove();
      }}
    />
  );
};
