import { useQuery } from '@tanstack/react-query';
import { api } from './api/api-client.ts';

/** Whether a feature is enabled on this server; `false` until it is loaded. */
export const useFeature = (name: string, enabled = true): boolean =>
  useQuery({
    queryKey: ['feature', name],
    queryFn: ({ signal }) => api.get<boolean>(`/v1/features/${name}/enabled`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  }).data ?? false;
