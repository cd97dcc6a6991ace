import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { SessionProvider, useSession, useSessionStatus } from '../lib/session/session-context.tsx';
import type { Session } from '../lib/session/session.ts';
import { PersonChanged } from './person-changed.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { Providers } from './providers.tsx';
import { createPortalRouter } from './router.tsx';
import { SignInUnavailable } from './sign-in-unavailable.tsx';

/** Mounts the router after the session has started, because completing a sign-in changes the URL. */
const Routed = () => {
  const status = useSessionStatus();
  const [hasStarted, setHasStarted] = useState(false);
  const session = useSession();
  const queries = useQueryClient();
  const [router] = useState(() => createPortalRouter({ queries, session }));
  if (status === 'replaced') return <PersonChanged />;
  if (status === 'failed') return <SignInUnavailable />;
  if (!hasStarted && status === 'loading') return <LoadingScreen />;
  if (!hasStarted) setHasStarted(true);
  return <RouterProvider router={router} />;
};

export const App = ({ session }: { readonly session: Session }) => (
  <SessionProvider value={session}>
    <Providers>
      <Routed />
    </Providers>
  </SessionProvider>
);
