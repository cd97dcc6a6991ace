import { vi } from 'vitest';
import type { Session, SessionStatus } from '../session.ts';

const nothing = () => Promise.resolve();

/** A sign-in that stands still, and keeps account of what it was asked to do. */
export const fakeSession = (status: SessionStatus) => ({
  status: () => status,
  subscribe: () => () => undefined,
  start: nothing,
  drop: nothing,
  accessToken: () => Promise.resolve(undefined),
  signIn: vi.fn<Session['signIn']>(nothing),
  signOut: vi.fn<Session['signOut']>(nothing),
});
