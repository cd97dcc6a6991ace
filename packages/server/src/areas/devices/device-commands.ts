import { traceMinutes, type Device } from '@cfs/contracts/devices';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { changeDevice } from './change-device.ts';

type Needs = Pick<Services, 'gate' | 'clock'>;

/** Requests a restart of the device's agent. The flag remains set until the agent reports that it has restarted. */
export const restartAgent = (services: Needs, context: Context, deviceId: string): Promise<Device> =>
  changeDevice(services, context, 'Devices:edit', deviceId, () => ({ restart_agent_flag: true }));

/**
 * Enables tracing for a number of minutes from now; 0 disables it, -1 changes nothing.
 *
 * @throws 400 if the number of minutes is not one of the options.
 */
export const traceDevice = async (
  services: Needs,
  context: Context,
  deviceId: string,
  minutes: number,
): Promise<Device> => {
  if (!traceMinutes.some((option) => option === minutes)) {
    throw invalid({ minutes: [`Must be one of ${traceMinutes.join(', ')}.`] });
  }
  const expiration = minutes > 0 ? new Date(services.clock.now().getTime() + minutes * 60_000) : null;
  return changeDevice(services, context, 'Devices:edit', deviceId, () =>
    minutes < 0 ? {} : { trace_minutes: minutes, trace_expiration: expiration },
  );
};
