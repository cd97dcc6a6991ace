import { beforeEach } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

/** The parts of index.html that the test page lacks. */
document.documentElement.lang = 'en';
document.title = 'Component test';
const toasts = document.createElement('slot');
toasts.id = 'toasts';
toasts.role = 'status';
toasts.ariaLive = 'polite';
toasts.ariaAtomic = 'false';
document.body.append(toasts);

beforeEach(async () => {
  await cleanup();
  // Forms store drafts in a microtask after they unmount.
  await Promise.resolve();
  window.sessionStorage.clear();
  window.localStorage.clear();
  // Clears the preferences in memory, as when another tab clears the storage.
  window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: window.localStorage }));
  await page.viewport(1440, 900);
  await userEvent.cleanup();
});
