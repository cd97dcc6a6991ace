import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { deviceSet, type DeviceRow } from './device-row.ts';

/** Asks for confirmation before the agent of the device in the URL is restarted. */
export const RestartAgentPrompt = ({ restart }: { readonly restart: OpenRow }) => {
  const device = useOpenedRow<DeviceRow>(deviceSet, equals('deviceId', restart.openId));
  const refresh = useRefresh();
  if (!device || !restart.openId) return null;
  const send = async (): Promise<void> => {
    try {
      await api.post(`${deviceSet}/${device.deviceId}/restartagent?__tenant__=${device.tenantId}`);
      notify.success(`Restart queued for ${device.name}`);
      await refresh(deviceSet);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify.error('An error occurred trying to send restart signal to device.');
    }
  };
  return (
    <ConfirmDialog
      question={{
        title: 'Restart Agent',
        text: device.restartAgentFlag
          ? `A restart of ${device.name} is already queued. Its agent restarts as soon as it asks for its configuration.`
          : `Restart the agent of ${device.name}? Running operations are stopped; no packets are lost.`,
        yes: 'Restart',
        no: 'Cancel',
      }}
      onAnswer={(answer) => {
        restart.close();
        if (answer !== undefined) void send();
      }}
    />
  );
};
