import type { DeviceReadings } from '@cfs/contracts/devices';
import { pollIntervals } from '@cfs/contracts/sizes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';

interface ReadingsSpan {
  readonly hours: number;
  readonly points: number;
}

/** CPU, memory and disk of devices over the last hours. */
export const useDeviceReadings = (deviceIds: readonly string[], { hours, points }: ReadingsSpan) => {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: ['/v1/devices/readings', tenantId, deviceIds, hours, points],
    queryFn: ({ signal }) =>
      api.get<DeviceReadings>(`/v1/devices/readings?deviceIds=${deviceIds.join()}&hours=${hours}&points=${points}`, {
        signal,
      }),
    enabled: deviceIds.length > 0,
    placeholderData: keepPreviousData,
    ...pollEvery(pollIntervals.devices),
  });
};
