import { ensureBrowser } from './lib/browser.mjs';
import { prepare } from './lib/prepare.mjs';
import { runScript } from './lib/project.mjs';
import { runVitest } from './lib/vitest-run.mjs';

/**
 * Takes the pictures of docs/guide from a separate first run: `npm run -s pictures`, or only those whose name contains
 * a text: `npm run -s pictures -- -t rule`.
 */
await runScript(async () => {
  const node = await prepare();
  const environment = { CFS_PICTURES: '1', CHROMIUM_PATH: await ensureBrowser() };
  const { passed, failed } = await runVitest(node, ['--project=pictures', ...process.argv.slice(2)], environment);
  console.log(`${passed} pictures taken, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});
