import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../project.mjs';
import { copyDeployment } from './copy-deployment.mjs';

/** @type {string} */
let stage;

beforeAll(() => {
  stage = mkdtempSync(join(tmpdir(), 'cfs-deployment-'));
  copyDeployment(stage);
});
afterAll(() => rmSync(stage, { recursive: true, force: true }));

test('an archive has its commands in bin and everything else of deploy in deploy', () => {
  expect(readdirSync(stage)).toEqual(['bin', 'deploy']);
  expect(readdirSync(join(stage, 'deploy'))).not.toContain('bin');
});

test('an archive has the files of deploy that the documents name', () => {
  const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const named = documents.flatMap((name) => {
    const text = readFileSync(join(root, 'docs', name), 'utf8');
    return [...text.matchAll(/(?:\/opt\/cfs-portal\/|`)((?:deploy|bin)\/[\w./-]*\w)/g)].map(([, path = '']) => path);
  });
  expect(named).toContain('deploy/pgbackrest');
  expect(named).toContain('deploy/systemd/cfs-portal.service');
  expect(named.filter((path) => !existsSync(join(stage, path)))).toEqual([]);
});

test('an archive has a command for each script of npm that the operating guide replaces', () => {
  const guide = readFileSync(join(root, 'docs', 'operating.md'), 'utf8');
  for (const command of readdirSync(join(stage, 'bin'))) expect(guide).toContain(`\`bin/${command}`);
});

test('cfs-bundle makes a key with the Node of the archive', () => {
  mkdirSync(join(stage, 'node', 'bin'), { recursive: true });
  symlinkSync(process.execPath, join(stage, 'node', 'bin', 'node'));
  symlinkSync(join(root, 'packages'), join(stage, 'packages'));
  const key = join(stage, 'publisher.pem');
  const output = execFileSync(join(stage, 'bin', 'cfs-bundle'), ['key', key], { encoding: 'utf8' });
  expect(output).toContain('-----BEGIN PUBLIC KEY-----');
  expect(existsSync(key)).toBe(true);
});
