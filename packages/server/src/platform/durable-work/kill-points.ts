/** Ends this process with SIGKILL if CFS_CRASH_AT names the point. Only tests set the variable, for a child process. */
export const crashAt = (point: string): void => {
  if (process.env['CFS_CRASH_AT'] === point) process.kill(process.pid, 'SIGKILL');
};
