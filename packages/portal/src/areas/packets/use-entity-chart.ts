import { packetChart } from '@cfs/contracts/packet-charts';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleThresholds } from '@cfs/contracts/rule-thresholds';
import { pollIntervals } from '@cfs/contracts/sizes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { allOf } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { formatNumber } from '../../ui/charts/chart-scales.ts';
import type { ChartMark, ChartThreshold } from '../../ui/charts/time-chart.tsx';
import { ruleMatchSet } from '../rules/matches/rule-match-set.ts';
import { spanOf, type HistoryRange } from './history-range.ts';

/** Points of a chart: one per hour for 30 days. */
const chartPoints = 720;
/** Longer spans are polled only once a minute. */
const longSpanMilliseconds = 86_400_000;
const longInterval = 60_000;
/** The most matches whose begin and end are marked. */
const maxMatches = 100;

/** The readings of an entity over a range, reduced for a chart. */
export const useEntityChart = (entityId: string, range: HistoryRange) => {
  const tenantId = useTenantId();
  const { from, to } = spanOf(range, 0);
  return useQuery({
    queryKey: ['chart', tenantId, entityId, range],
    queryFn: async ({ signal }) => {
      const span = spanOf(range, Date.now());
      const query = `from=${new Date(span.from).toISOString()}&to=${new Date(span.to).toISOString()}&points=${chartPoints}`;
      return packetChart.parse(await api.get(`/v1/blocks/${entityId}/chart?${query}`, { signal }));
    },
    placeholderData: keepPreviousData,
    ...pollEvery(to - from > longSpanMilliseconds ? longInterval : pollIntervals.packetDrawer),
  });
};

interface MarkedMatch {
  readonly ruleMatchId: string;
  readonly firstMatch: string;
  readonly expires: string;
  readonly ended: string | null;
  readonly rule?: { readonly name: string } | null;
}

/** The marks for the begin and end of the entity's matches within a span. */
export const useMatchMarks = (entityId: string, from: string, to: string): readonly ChartMark[] => {
  // Truncated to the minute, so that the query does not change with each poll.
  const [since, until] = [from, to].map((time) => `${time.slice(0, 16)}:00Z`);
  const { data } = useRows<MarkedMatch>(
    ruleMatchSet,
    {
      filter: allOf(`subjectId eq ${entityId}`, `expires ge ${since}`, `firstMatch le ${until}`),
      select: 'ruleMatchId,firstMatch,expires,ended',
      expand: 'rule',
      orderBy: [{ field: 'firstMatch', direction: 'desc' }],
      top: maxMatches,
    },
    { poll: pollIntervals.ruleMatches, keepsPreviousData: true },
  );
  return useMemo(
    () =>
      (data ?? [])
        .flatMap(({ ruleMatchId, firstMatch, ended, rule }): ChartMark[] => {
          const name = rule?.name ?? 'A rule';
          return [
            { key: `${ruleMatchId} opened`, time: Date.parse(firstMatch), kind: 'opened', label: `${name} matched` },
            ...(ended === null
              ? []
              : [
                  {
                    key: `${ruleMatchId} closed`,
                    time: Date.parse(ended),
                    kind: 'closed' as const,
                    label: `${name} ended`,
                  },
                ]),
          ];
        })
        .filter(({ time }) => time >= Date.parse(from) && time <= Date.parse(to)),
    [data, from, to],
  );
};

const signs: Readonly<Record<number, string>> = {
  [ruleOperators.GreaterThan]: '>',
  [ruleOperators.LessThan]: '<',
  [ruleOperators.GreaterThanOrEqual]: '≥',
  [ruleOperators.LessThanOrEqual]: '≤',
};

/** The numbers that rules compare the entity's value with. */
export const useThresholds = (entityId: string): readonly ChartThreshold[] => {
  const tenantId = useTenantId();
  const { data } = useQuery({
    queryKey: ['thresholds', tenantId, entityId],
    queryFn: async ({ signal }) =>
      ruleThresholds.parse(await api.get(`/v1/rules/GetThresholds(entityId=${entityId})`, { signal })).value,
    ...pollEvery(longInterval),
  });
  return useMemo(
    () =>
      (data ?? []).map(({ ruleId, ruleName, operator, value }) => ({
        key: `${ruleId} ${operator} ${value}`,
        value,
        label: `${ruleName}: ${signs[operator] ?? ''} ${formatNumber(value)}`,
      })),
    [data],
  );
};
