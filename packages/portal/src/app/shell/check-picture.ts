import { pictureLimitBytes, pictureTypes } from '@cfs/contracts/profile-pictures';

/** Validates a profile picture before the upload; `undefined` when it is valid. */
export const pictureError = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  if (!pictureTypes.some((known) => known === type)) return 'Please choose a PNG, JPEG or WebP picture.';
  if (size > pictureLimitBytes) return 'The picture is larger than 1 MB. Please choose a smaller one.';
  return undefined;
};
