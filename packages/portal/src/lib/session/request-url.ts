/** The page for people without any grant. */
export const accessDeniedAddress = '/user/accessDenied';

/** The URL of the login page that returns to `from` after the sign-in. */
export const loginAddress = (from: string): string =>
  from === '/' ? '/user/login' : `/user/login?requestUrl=${encodeURIComponent(from)}`;

/** Resolves paths only: the result does not depend on the page. */
const anyOrigin = 'https://portal.invalid';

/** The return URL, normalised, if it is a path inside this portal and not the login page, otherwise `/`. */
export const safeRequestUrl = (requestUrl: unknown): string => {
  if (typeof requestUrl !== 'string' || !requestUrl.startsWith('/') || !URL.canParse(requestUrl, anyOrigin)) return '/';
  const { origin, pathname, search, hash } = new URL(requestUrl, anyOrigin);
  const leavesPortal = origin !== anyOrigin || /^\/[/\\]/.test(pathname);
  return leavesPortal || /^\/([^/]+\/)?user\//i.test(pathname) ? '/' : `${pathname}${search}${hash}`;
};
