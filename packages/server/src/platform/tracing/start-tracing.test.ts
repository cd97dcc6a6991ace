import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('loads no SDK while tracing is off', { timeout: 200_000 }, async () => {
  const fixture = join(import.meta.dirname, 'loaded-modules.fixture.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [fixture]);
  expect(JSON.parse(stdout)).toEqual({ loaded: [], isOn: false });
});
