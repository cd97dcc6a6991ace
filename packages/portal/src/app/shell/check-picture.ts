import { pictureLimitBytes, pictureTypes } from '@cfs/contracts/profile-pictures';

/** Why a file cannot be the person's picture, before it is sent; `undefined` when nothing speaks against it. */
export const pictureFault = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  if (!pictureTypes.some((known) => known === type)) return 'Please choose a PNG, JPEG or WebP picture.';
  if (size > pictureLimitBytes) return 'The picture is larger than 1 MB. Please choose a smaller one.';
  return undefined;
};
