import { chromium, type Browser } from 'playwright-core';

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Launches the browser in CHROMIUM_PATH, which `npm test` sets. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (executablePath === undefined) throw new Error('CHROMIUM_PATH names no browser. Run the journeys by `npm test`.');
  return chromium.launch({ executablePath, args: quiet });
}
