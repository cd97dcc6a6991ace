import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { SessionProvider, useSessionStatus } from '../lib/session/session-context.tsx';
import type { Session } from '../lib/session/session.ts';
import { AnotherPerson } from './another-person.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { Providers } from './providers.tsx';
import { createPortalRouter } from './router.tsx';
import { SignInUnavailable } from './sign-in-unavailable.tsx';

/** The router starts once the sign-in is settled, because a sign-in that comes back changes the address. */
const Routed = () => {
  const status = useSessionStatus();
  const [hasStarted, setHasStarted] = useState(false);
  const [router] = useState(createPortalRouter);
  if (status === 'replaced') return <AnotherPerson />;
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
