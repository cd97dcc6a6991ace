import { become } from './lib/become.mjs';
import { prepare } from './lib/prepare.mjs';
import { runScript } from './lib/project.mjs';

await runScript(async () => {
  const node = await prepare();
  become(node, ['packages/server/src/main.ts']);
});
