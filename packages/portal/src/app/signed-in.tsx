import { Outlet, useLocation } from '@tanstack/react-router';
import { loginAddress } from '../lib/session/request-url.ts';
import { useSessionStatus } from '../lib/session/session-context.tsx';
import { Redirect } from './redirect.tsx';

/** Redirects to the login page unless a user is signed in. The login page returns to the current URL. */
export const SignedIn = () => {
  const isSignedIn = useSessionStatus() === 'signed-in';
  // Selected only for the redirect: otherwise every change of the URL would render this parent of all screens.
  const here = useLocation({ select: ({ href }) => (isSignedIn ? '' : href) });
  return isSignedIn ? <Outlet /> : <Redirect href={loginAddress(here)} />;
};
