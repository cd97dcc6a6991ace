import assert from 'node:assert/strict';
import { chromium, type Browser, type Page } from 'playwright-core';

const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** Launches the browser of CHROMIUM_PATH. */
export const launchBrowser = (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM_PATH'];
  assert.ok(executablePath, 'CHROMIUM_PATH names no browser.');
  return chromium.launch({ executablePath, args: quiet });
};

/** Signs in as the administrator of the demo, on the way to an address of the portal. */
export const signIn = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('User').fill('admin');
  await page.getByLabel('Password').fill('demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
};
