/** The page for people without any grant. */
export const accessDeniedAddress = '/user/accessDenied';

/** The URL of the login page that returns to `from` after the sign-in. */
export const loginAddress = (from: string): string =>
  from === '/' ? '/user/login' : `/user/login?requestUrl=${encodeURIComponent(from)}`;

/** The return URL if it is a path inside this portal and not the login page, otherwise `/`. */
export const safeRequestUrl = (requestUrl: unknown): string =>
  typeof requestUrl === 'string' && /^\/(?![/\\])/.test(requestUrl) && !/^\/([^/]+\/)?user\//i.test(requestUrl)
    ? requestUrl
    : '/';
