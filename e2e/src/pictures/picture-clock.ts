import { fileURLToPath } from 'node:url';

const day = 86_400_000;
const tuesday = 2;

/**
 * The morning of the first Tuesday after today. Not in the past: browsers drop cookies that have expired by the
 * machine's clock.
 */
const comingTuesday = (now: Date): Date => {
  const morning = new Date(now).setUTCHours(8, 30, 0, 0);
  return new Date(morning + (((tuesday - now.getUTCDay() + 6) % 7) + 1) * day);
};

/** The start time of the pictures: a Tuesday morning in the time zone of the browser. */
const pictureTime = comingTuesday(new Date());

/** Its day as `YYYY-MM-DD`. */
export const pictureDay = pictureTime.toISOString().slice(0, 10);

/** Milliseconds that the clock of the pictures is ahead of this machine's clock. */
export const clockOffset = pictureTime.getTime() - Date.now();

const machine = fileURLToPath(new URL('picture-machine.ts', import.meta.url));

/** Environment variables for processes that use the clock of the pictures. */
export const pictureEnvironment: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${machine.replaceAll(' ', '\\ ')}`,
  PICTURE_CLOCK_OFFSET: String(clockOffset),
};
