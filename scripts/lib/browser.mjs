import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PreparationError, say } from './project.mjs';
import { captureCommand, runCommand } from './run-command.mjs';

/** The headless shell first: it renders the same with half the CPU time per page. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
/** @type {Partial<Record<NodeJS.Platform, string[]>>} */
const PLACES = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
};

/** The path of the browser for the tests; installs one if possible. */
export async function ensureBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (isProgram(named)) return named;
    throw new PreparationError(`CHROMIUM_PATH is ${named}, which is not an executable.`);
  }
  const browser = installedBrowser() ?? (await installBrowser());
  if (browser !== undefined) return browser;
  throw new PreparationError(
    'No browser found for the tests: install Chromium or Chrome, set CHROMIUM_PATH, or run as root on Debian.',
  );
}

function installedBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))];
  return [...candidates, ...(PLACES[process.platform] ?? [])].find(isProgram);
}

async function installBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  say('Installing Chromium… (the Debian package; a minute or two)');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await captureCommand('apt-get', ['update', '--quiet'], { env });
  if (update.code !== 0) {
    say(`apt-get could not install Chromium. ${update.output}`);
    return undefined;
  }
  const options = ['install', '--yes', '--quiet', '--no-install-recommends', 'fonts-liberation'];
  for (const name of await offeredPackages(env)) {
    if ((await runCommand('apt-get', [...options, name], { env })) === 0) return installedBrowser();
  }
  say('apt-get could not install Chromium.');
  return undefined;
}

/**
 * Older releases of Debian have no package of the headless shell.
 * @param {NodeJS.ProcessEnv} env
 */
async function offeredPackages(env) {
  const { code } = await captureCommand('apt-cache', ['show', 'chromium-headless-shell'], { env });
  return code === 0 ? ['chromium-headless-shell', 'chromium'] : ['chromium'];
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
