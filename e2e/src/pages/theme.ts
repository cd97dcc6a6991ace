import type { Page } from 'playwright-core';

export type Theme = 'light' | 'dark';

/**
 * Turns the open screen into a theme, whatever lies over it, as if the signed-in person had chosen it in another tab.
 * Colours change at once: a transition would hand an inherited one from an element to the next in a frame each.
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
