import { fileURLToPath } from 'node:url';

const day = 86_400_000;
const tuesday = 2;

/** The morning of the Tuesday after today: browsers drop cookies whose expiry is in the past of the machine. */
const comingTuesday = (now: Date): Date => {
  const morning = new Date(now).setUTCHours(8, 30, 0, 0);
  return new Date(morning + (((tuesday - now.getUTCDay() + 6) % 7) + 1) * day);
};

/** The time at which the pictures begin: a Tuesday morning in the time zone of the browser. */
const pictureTime = comingTuesday(new Date());

/** Its day as `YYYY-MM-DD`. */
export const pictureDay = pictureTime.toISOString().slice(0, 10);

/** Milliseconds from the time of this machine to that of the pictures. */
export const clockOffset = pictureTime.getTime() - Date.now();

const machine = fileURLToPath(new URL('picture-machine.ts', import.meta.url));

/** The environment of processes that have the time of the pictures. */
export const pictureEnvironment: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${machine.replaceAll(' ', '\\ ')}`,
  PICTURE_CLOCK_OFFSET: String(clockOffset),
};
