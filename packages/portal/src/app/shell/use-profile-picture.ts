import { pictureOriginHeader } from '@cfs/contracts/profile-pictures';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { call } from '../../lib/api/api-client.ts';

const path = '/api/auth/currentUserPhoto';
const queryKey = ['profilePicture'];

interface Fetched {
  readonly picture: Blob;
  readonly isUploaded: boolean;
}

const fetchPicture = async (): Promise<Fetched | null> => {
  const response = await call('GET', path, { ownDenial: true });
  const picture = await response.blob();
  if (response.status === 204 || picture.size === 0) return null;
  return { picture, isUploaded: response.headers.get(pictureOriginHeader) === 'uploaded' };
};

/** An address of a picture for this page, given back when it is no longer shown. */
export const usePictureAddress = (picture: Blob | undefined): string | undefined => {
  const address = useMemo(() => picture && URL.createObjectURL(picture), [picture]);
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address]);
  return address;
};

/** The person's own picture: its address, `undefined` while there is none, and the ways to change it. */
export const useProfilePicture = () => {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey, queryFn: fetchPicture, staleTime: Number.POSITIVE_INFINITY });
  const refresh = useCallback(() => client.invalidateQueries({ queryKey }), [client]);
  return {
    address: usePictureAddress(data?.picture),
    isUploaded: data?.isUploaded ?? false,
    upload: async (picture: File): Promise<void> => {
      await call('PUT', path, { body: picture, contentType: picture.type, ownDenial: true });
      await refresh();
    },
    remove: async (): Promise<void> => {
      await call('DELETE', path, { ownDenial: true });
      await refresh();
    },
  } as const;
};

export type ProfilePictureControl = ReturnType<typeof useProfilePicture>;
