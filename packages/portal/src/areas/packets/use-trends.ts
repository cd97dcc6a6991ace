import { maxTrends } from '@cfs/contracts/packet-chart-limits';
import type { PacketTrends } from '@cfs/contracts/packet-charts';
import { useQueries } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';

/** The averages of an entity's last 24 hours, as pairs of milliseconds since the start of the trend and the average. */
export type Trend = readonly (readonly [at: number, value: number])[];

const interval = 60_000;

const toMap = ({ trends }: PacketTrends): ReadonlyMap<string, Trend> =>
  new Map(trends.map(({ entityId, points }) => [entityId, points]));

const combine = (
  answers: readonly { readonly data: ReadonlyMap<string, Trend> | undefined }[],
): ReadonlyMap<string, Trend> => new Map(answers.flatMap(({ data }) => [...(data ?? [])]));

/**
 * The trends of the entities from `first` up to, not including, `end`, polled once a minute. They are requested in
 * fixed groups, so that scrolling back finds them in the cache.
 */
export const useTrends = (
  entityIds: readonly string[],
  { first, end }: { readonly first: number; readonly end: number },
): ReadonlyMap<string, Trend> => {
  const tenantId = useTenantId();
  const from = Math.floor(first / maxTrends);
  const groups = Array.from({ length: Math.max(0, Math.ceil(end / maxTrends) - from) }, (_, index) =>
    entityIds.slice((from + index) * maxTrends, (from + index + 1) * maxTrends),
  ).filter((group) => group.length > 0);
  return useQueries({
    queries: groups.map((group) => ({
      queryKey: ['trends', tenantId, group],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        toMap(await api.get<PacketTrends>(`/v1/packets/trends?entityIds=${group.join(',')}`, { signal })),
      staleTime: interval,
      structuralSharing: false as const,
      ...pollEvery(interval),
    })),
    combine,
  });
};
