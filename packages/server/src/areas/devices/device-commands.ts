import { traceMinutes, type Device } from '@cfs/contracts/devices';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { changeDevice } from './change-device.ts';

type Needs = Pick<Services, 'gate' | 'clock'>;

/** Asks the device's agent to restart itself; the flag stands until the agent says that it has. */
export const restartAgent = (services: Needs, context: Context, deviceId: string): Promise<Device> =>
  changeDevice(services, context, 'Devices:edit', deviceId, () => ({ restart_agent_flag: true }));

/**
 * Traces for some minutes from now on; 0 ends it, -1 leaves it as it is.
 *
 * @throws 400 for minutes that are not among the options.
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
