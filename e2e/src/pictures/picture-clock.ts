import { fileURLToPath } from 'node:url';

/** The time at which the pictures begin: a Tuesday morning in the time zone of the browser. */
const pictureTime = new Date('2026-11-24T08:30:00.000Z');

/** Milliseconds from the time of this machine to that of the pictures. */
export const clockOffset = pictureTime.getTime() - Date.now();

const machine = fileURLToPath(new URL('picture-machine.ts', import.meta.url));

/** The environment of processes that have the time of the pictures. */
export const pictureEnvironment: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${machine.replaceAll(' ', '\\ ')}`,
  PICTURE_CLOCK_OFFSET: String(clockOffset),
};
