// Loaded before the agent: a killed server cannot stop it, so it stops itself once its parent is another process.
// The number comes from the parent: one that was killed before this line ran is known by it all the same.
const parent = Number(process.env['CFS_PARENT_PID']);

if (process.platform !== 'win32') {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
