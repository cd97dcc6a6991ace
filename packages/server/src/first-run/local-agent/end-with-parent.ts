// Loaded before the agent: a killed server cannot stop it, so it stops itself once its parent is another process.
const parent = process.ppid;

if (process.platform !== 'win32') {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
