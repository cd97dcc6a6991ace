import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSession } from '../../lib/session/session-context.tsx';

/** Ends the session here and at the provider, and navigates to the login page. */
export const useLogOut = (): (() => Promise<void>) => {
  const session = useSession();
  const navigate = useNavigate();
  return useCallback(async () => {
    await session.signOut();
    await navigate({ to: '/user/login' });
  }, [session, navigate]);
};
