import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';

export const workUnitHistoryKey = 'workUnitHistory';

/** Notes and system records of a unit, newest first. */
export const useWorkUnitHistory = (workUnitId: number) =>
  useQuery({
    queryKey: [workUnitHistoryKey, workUnitId],
    queryFn: async ({ signal }) => {
      const path = `/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`;
      return (await api.get<{ readonly value: readonly WorkUnitHistoryRecord[] }>(path, { signal })).value;
    },
  });
