import type { Page } from 'playwright-core';

export type Theme = 'light' | 'dark';

/** Lets the signed-in person choose a theme, as the switch in the header does; whatever is opened next stands in it. */
export async function chooseTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => {
    const signIn = Object.keys(localStorage).find((key) => key.startsWith('cfs-portal.sign-in.user:')) ?? '';
    const { profile } = JSON.parse(localStorage.getItem(signIn) ?? '{}') as { profile?: { sub: string } };
    if (!profile) throw new Error('Nobody is signed in to choose a theme.');
    const key = `cfs-portal.preference/${encodeURIComponent(profile.sub)}/theme`;
    localStorage.setItem(key, JSON.stringify({ value, isUnsent: true }));
  }, theme);
}
