/** Most bytes of a profile picture, be it uploaded or fetched from the provider. */
export const longestPicture = 1_048_576;

/** Media types of the pictures that can be uploaded; the server looks at the bytes, not at what they are called. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Header of GET /api/auth/currentUserPhoto: `uploaded` for a picture that can be removed, else `provider`. */
export const pictureOriginHeader = 'x-picture-origin';
