/**
 * Calls `action` once when the process `parent` no longer is this process's parent; Windows cannot tell.
 * @param {number} parent
 * @param {() => void} action
 */
export function whenParentIsLost(parent, action) {
  if (process.platform === 'win32') return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    action();
  }, 250);
  watch.unref();
}
