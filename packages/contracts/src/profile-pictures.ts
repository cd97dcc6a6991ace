/** Maximum size in bytes of a profile picture, uploaded or fetched from the provider. */
export const pictureLimitBytes = 1_048_576;

/** Accepted media types; the server detects the type from the content, not from the declared type. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Header of GET /api/auth/currentUserPhoto: `uploaded` for a picture that can be removed, otherwise `provider`. */
export const pictureOriginHeader = 'x-picture-origin';
