import { pictureOriginHeader } from '@cfs/contracts/profile-pictures';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { readBlob } from '../../lib/api/read-body.ts';

const path = '/api/auth/currentUserPhoto';
const queryKey = ['profilePicture'];

interface Fetched {
  readonly picture: Blob;
  readonly isUploaded: boolean;
}

const fetchPicture = async (): Promise<Fetched | null> => {
  const response = await call('GET', path, { handlesForbidden: true });
  const picture = await readBlob(response);
  if (response.status === 204 || picture.size === 0) return null;
  return { picture, isUploaded: response.headers.get(pictureOriginHeader) === 'uploaded' };
};

/** An object URL of the picture, revoked when it changes and on unmount. */
export const usePictureAddress = (picture: Blob | undefined): string | undefined => {
  const address = useMemo(() => picture && URL.createObjectURL(picture), [picture]);
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address]);
  return address;
};

/** The signed-in person's picture: its object URL (`undefined` without one), upload and removal. */
export const useProfilePicture = () => {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey, queryFn: fetchPicture, staleTime: Number.POSITIVE_INFINITY });
  const refresh = useCallback(() => client.invalidateQueries({ queryKey }), [client]);
  return {
    address: usePictureAddress(data?.picture),
    isUploaded: data?.isUploaded ?? false,
    upload: async (picture: File): Promise<void> => {
      await call('PUT', path, { body: picture, contentType: picture.type, handlesForbidden: true });
      await refresh();
    },
    remove: async (): Promise<void> => {
      await call('DELETE', path, { handlesForbidden: true });
      await refresh();
    },
  } as const;
};

export type ProfilePictureControl = ReturnType<typeof useProfilePicture>;
