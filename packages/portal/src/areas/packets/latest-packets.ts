import type { Packet } from '@cfs/contracts/packets';
import { pollIntervals } from '@cfs/contracts/sizes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { oneOf } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';

export const packetSet = '/v1/packets';

/** A latest reading without its message. */
export type Reading = Omit<Packet, 'message' | 'receivedTimestamp'>;

const readingFields = 'entityId,timestamp,value,valueName,unit,cpuPercent,memoryPercent';
/** Ids per call: well below the limits of the server for the length of a URL and of a list. */
const batchSize = 100;

const fetchReadings = async (entityIds: readonly string[], signal: AbortSignal): Promise<readonly Reading[]> => {
  const batches = Array.from({ length: Math.ceil(entityIds.length / batchSize) }, (_, index) =>
    entityIds.slice(index * batchSize, (index + 1) * batchSize),
  );
  const answers = await Promise.all(
    batches.map((ids) =>
      fetchRows<Reading>(packetSet, { filter: oneOf('entityId', ids), select: readingFields, top: ids.length }, signal),
    ),
  );
  return answers.flat();
};

/** The latest readings of these entities by entity id, polled every 10.005 s. */
export const useReadings = (entityIds: readonly string[]): ReadonlyMap<string, Reading> => {
  const tenantId = useTenantId();
  const { data } = useQuery({
    queryKey: [packetSet, tenantId, 'readings', entityIds],
    queryFn: ({ signal }) => fetchReadings(entityIds, signal),
    enabled: entityIds.length > 0,
    placeholderData: keepPreviousData,
    ...pollEvery(pollIntervals.packets),
  });
  return useMemo(() => new Map((data ?? []).map((reading) => [reading.entityId, reading])), [data]);
};

/** The latest packet of one entity with its message, polled every 10 s. */
export const useLatestPacket = (entityId: string) =>
  useRows<Packet>(packetSet, { filter: `entityId eq ${entityId}`, top: 1 }, { poll: pollIntervals.packetDrawer });
