/** Where somebody is led who may do nothing here. */
export const accessDeniedAddress = '/user/accessDenied';

/** The address of the login page that leads back to `from` after the sign-in. */
export const loginAddress = (from: string): string =>
  from === '/' ? '/user/login' : `/user/login?requestUrl=${encodeURIComponent(from)}`;

/** A place to return to, only if it lies inside this portal and is not the login page itself. */
export const safeRequestUrl = (requestUrl: unknown): string =>
  typeof requestUrl === 'string' && /^\/(?![/\\])/.test(requestUrl) && !/^\/([^/]+\/)?user\//i.test(requestUrl)
    ? requestUrl
    : '/';
