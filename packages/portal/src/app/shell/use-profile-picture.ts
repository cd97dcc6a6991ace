import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../lib/api/api-client.ts';

const fetchPicture = async (): Promise<Blob | null> => {
  const response = await call('GET', '/api/auth/currentUserPhoto', { ownDenial: true });
  const picture = await response.blob();
  return response.status === 204 || picture.size === 0 ? null : picture;
};

/** An address of the person's picture for this page; `undefined` while there is none. */
export const useProfilePicture = (): string | undefined => {
  const { data } = useQuery({
    queryKey: ['profilePicture'],
    queryFn: fetchPicture,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = useMemo(() => (data ? URL.createObjectURL(data) : undefined), [data]);
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address]);
  return address;
};
