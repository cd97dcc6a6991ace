import type { ControlSetHistory, ControlSetTrend } from '@cfs/contracts/compliance';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { controlSetSet, type ChecklistKey } from '../compliance-queries.ts';

/** Loads the history or the trend of a control set for a number of weeks up to the given one. */
const useWeeks = <Answer>(what: 'history' | 'trend', { tenantId, controlSetId, week }: ChecklistKey, weeks: number) =>
  useQuery({
    queryKey: [controlSetSet, tenantId, what, controlSetId, week, weeks],
    queryFn: ({ signal }) =>
      api.get<Answer>(
        `${controlSetSet}/${controlSetId}/${what}?checkDate=${week}&weeks=${weeks}&tenantId=${tenantId}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const useHistory = (about: ChecklistKey, weeks: number) => useWeeks<ControlSetHistory>('history', about, weeks);

export const useTrend = (about: ChecklistKey, weeks: number) => useWeeks<ControlSetTrend>('trend', about, weeks);
