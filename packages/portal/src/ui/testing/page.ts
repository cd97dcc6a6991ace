import './no-performance-tracks.ts';
import { beforeEach } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

/** What the portal's own page (index.html) has and the test's page lacks. */
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
  // What a form leaves behind as it goes, it leaves a moment later.
  await Promise.resolve();
  window.sessionStorage.clear();
  window.localStorage.clear();
  // As when another tab clears it, so that what was chosen before is forgotten.
  window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: window.localStorage }));
  await page.viewport(1440, 900);
  await userEvent.cleanup();
});
