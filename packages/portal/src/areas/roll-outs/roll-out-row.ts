import type { RollOutState } from '@cfs/contracts/roll-out-enumerations';
import type { RollOut, RollOutSummary } from '@cfs/contracts/roll-outs';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';

export type RollOutRow = RollOut;

/** The path of the roll-outs. */
export const rollOutSet = '/v1/rollOuts';
/** The path of the devices of roll-outs. */
export const rollOutDeviceSet = '/v1/rollOutDevices';

/** The polling interval of roll-outs in milliseconds. */
export const rollOutPollMilliseconds = 10_000;

/** The tone in which a state is shown. */
export const rollOutTones = {
  Running: 'underway',
  Paused: 'muted',
  Completed: 'good',
  Stopped: 'bad',
  Aborted: 'warning',
} as const satisfies Record<RollOutState, string>;

/** A roll-out with its stages, polled. */
export const useRollOut = (rollOutId: string) => {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: [rollOutSet, tenantId, 'summary', rollOutId],
    queryFn: ({ signal }) => api.get<RollOutSummary>(`${rollOutSet}/${rollOutId}`, { signal }),
    ...pollEvery(rollOutPollMilliseconds),
  });
};
