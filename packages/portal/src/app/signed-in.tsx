import { Outlet, useLocation } from '@tanstack/react-router';
import { loginAddress } from '../lib/session/request-url.ts';
import { useSessionStatus } from '../lib/session/session-context.tsx';
import { Redirect } from './redirect.tsx';

/** Redirects to the login page, which returns here, unless somebody is signed in. */
export const SignedIn = () => {
  const isSignedIn = useSessionStatus() === 'signed-in';
  // Selected only for the redirect: all screens are below.
  const here = useLocation({ select: ({ href }) => (isSignedIn ? '' : href) });
  return isSignedIn ? <Outlet /> : <Redirect href={loginAddress(here)} />;
};
