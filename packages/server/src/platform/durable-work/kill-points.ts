/**
 * Ends this process with SIGKILL when CFS_CRASH_AT names the point, as a power cut would. Tests start a child process
 * with that variable; nothing else sets it.
 */
export const crashAt = (point: string): void => {
  if (process.env['CFS_CRASH_AT'] === point) process.kill(process.pid, 'SIGKILL');
};
