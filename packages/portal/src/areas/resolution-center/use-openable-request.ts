import type { OpenableUnit } from '@cfs/contracts/work-unit-merges';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';

/**
 * The request that a link to a unit opens for the user; fetched only for a unit that is not among the user's requests.
 */
export const useOpenableRequest = (workUnitId: number | undefined) =>
  useQuery({
    queryKey: ['openableRequest', workUnitId],
    queryFn: ({ signal }) => api.get<OpenableUnit>(`/v1/rc/workunits/${workUnitId}/openable`, { signal }),
    enabled: workUnitId !== undefined,
  });
