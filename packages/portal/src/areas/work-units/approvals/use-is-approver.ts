import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';

/** Whether the signed-in user is this approver, according to the server; false until it is known. */
export const useIsApprover = (approver: string | null): boolean => {
  const { data = false } = useQuery({
    queryKey: ['approval', approver],
    queryFn: ({ signal }) =>
      api.get<boolean>(`/api/generallookup/approval?approverId=${encodeURIComponent(approver ?? '')}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: Boolean(approver),
  });
  return data;
};
