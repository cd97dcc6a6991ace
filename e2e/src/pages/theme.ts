import type { Page } from 'playwright-core';

export type Theme = 'light' | 'dark';

/**
 * Switches the theme of the open screen as if in another tab, also while a panel is open. Disables transitions, because
 * an inherited colour would otherwise start one per frame and level.
 */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);

    const signIn = Object.keys(localStorage).find((key) => key.startsWith('cfs-portal.sign-in.user:')) ?? '';
    const { profile } = JSON.parse(localStorage.getItem(signIn) ?? '{}') as { profile?: { sub: string } };
    if (!profile) throw new Error('Nobody is signed in to choose a theme.');
    const key = `cfs-portal.preference/${encodeURIComponent(profile.sub)}/theme`;
    const newValue = JSON.stringify({ value, isUnsent: true });
    localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
  }, theme);
  await page.waitForFunction((wanted) => {
    const [red = '0'] = /\d+/.exec(getComputedStyle(document.body).backgroundColor) ?? [];
    return (Number(red) > 127 ? 'light' : 'dark') === wanted;
  }, theme);
}
