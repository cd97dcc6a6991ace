import { equals } from '../../lib/api/odata-filter.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { EntityLogs } from '../packets/entity-logs.tsx';
import { deviceSet, type DeviceRow } from './device-row.ts';

/** The logs that the agent of the device in the URL has sent. */
export const DeviceLogsPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const device = useOpenedRow<DeviceRow>(deviceSet, equals('deviceId', drawer.openId));
  if (!drawer.openId || !device) return null;
  const { deviceId, name } = device;
  return (
    <SidePanel title={`Device Logs: ${name}`} id={deviceId} onClose={drawer.close}>
      <EntityLogs entityId={deviceId} path={`${deviceSet}/${deviceId}/logs`} />
    </SidePanel>
  );
};
