import { become } from './lib/become.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { prepare } from './lib/prepare.mjs';
import { runScript } from './lib/project.mjs';

await runScript(async () => {
  if (['compliance', 'grid', 'tiles', 'work-units'].some((name) => process.argv.includes(name)))
    process.env.CHROMIUM_PATH = await ensureBrowser();
  become(await prepare(), ['bench/src/main.ts', ...process.argv.slice(2)]);
});
