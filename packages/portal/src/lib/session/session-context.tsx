import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Session, SessionStatus } from './session.ts';

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it.');
  return session;
};

export const useSessionStatus = (): SessionStatus => {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.status);
};
