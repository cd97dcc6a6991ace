import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

/** Milliseconds after which evaluation lets the event loop turn. */
const turnMilliseconds = 10;

/** Tells long evaluation when to let the event loop turn. */
export const createEventLoopTurns = () => {
  let began = performance.now();
  return {
    isDue: (): boolean => performance.now() - began > turnMilliseconds,
    async take(): Promise<void> {
      await turnOfTheLoop();
      began = performance.now();
    },
  };
};
