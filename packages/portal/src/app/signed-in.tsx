import { Outlet, useLocation } from '@tanstack/react-router';
import { loginAddress } from '../lib/session/request-url.ts';
import { useSessionStatus } from '../lib/session/session-context.tsx';
import { Redirect } from './redirect.tsx';

/** Everything below needs a signed-in person; anybody else goes to the login page and comes back after it. */
export const SignedIn = () => {
  const isSignedIn = useSessionStatus() === 'signed-in';
  const here = useLocation({ select: (location) => location.href });
  return isSignedIn ? <Outlet /> : <Redirect href={loginAddress(here)} />;
};
