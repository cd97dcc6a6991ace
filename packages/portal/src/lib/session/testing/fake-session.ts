import { vi } from 'vitest';
import type { Session, SessionStatus } from '../session.ts';

const nothing = () => Promise.resolve();

/** A session with a fixed status and spies for signing in and out. */
export const fakeSession = (status: SessionStatus, refusal?: string) => ({
  status: () => status,
  subscribe: () => () => undefined,
  start: nothing,
  refusal: () => refusal,
  drop: () => Promise.resolve(false),
  accessToken: () => Promise.resolve(undefined),
  canSignIn: () => Promise.resolve(false),
  signIn: vi.fn<Session['signIn']>(nothing),
  signOut: vi.fn<Session['signOut']>(nothing),
});
