import { become } from './lib/become.mjs';
import { prepare } from './lib/prepare.mjs';
import { runScript } from './lib/project.mjs';

await runScript(async () => {
  become(await prepare(), ['bench/src/main.ts', ...process.argv.slice(2)]);
});
