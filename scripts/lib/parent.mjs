/**
 * Calls `action` once when `parent` is no longer the parent of this process. Does nothing on Windows, which does not
 * reparent.
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
