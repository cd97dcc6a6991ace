// Loaded before the agent: a killed server cannot stop it, so it stops itself when its parent process changes.
// The server passes its process id in the environment, so that its end is detected even before this line runs.
const parent = Number(process.env['CFS_PARENT_PID']);

if (process.platform !== 'win32') {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
