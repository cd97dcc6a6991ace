import { onTestFinished, vi } from 'vitest';

/** Resolves when the page is idle: what is rendered has run its effects. */
const idle = async (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  requestIdleCallback(() => resolve());
  await promise;
};

/**
 * Pauses the page's timeouts until the test ends: they fire in `advance` only, and run on after `resume`. So a debounce
 * does not end during a slow keystroke. Both wait until the page is idle. `expect.poll` and `expect.element` advance the
 * fake timers as well: do not use them before `resume`.
 */
export const pauseTimeouts = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return {
    advance: async (milliseconds: number): Promise<void> => {
      await idle();
      await vi.advanceTimersByTimeAsync(milliseconds);
    },
    resume: async (): Promise<void> => {
      await idle();
      vi.setTimerTickMode('interval');
    },
  };
};
