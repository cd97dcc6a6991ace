import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import type { DeviceDrawers } from './device-actions.tsx';

/** The drawers and prompts of the screen, each stored in its own query parameter. */
export const useDeviceDrawers = (): DeviceDrawers => ({
  editor: useOpenRow('open', false),
  deletion: useOpenRow('delete', false),
  packets: useOpenRow('packets', false),
  operations: useOpenRow('operations', false),
  installations: useOpenRow('installations', false),
  tracing: useOpenRow('tracing', false),
  restart: useOpenRow('restart', false),
  logs: useOpenRow('logs', false),
});
