import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import type { IdentitySource } from '../access/identity-source.ts';
import { unavailable } from '../problems.ts';
import type { App } from './app-instance.ts';
import { portalPages } from './portal-pages.ts';

it('logs once a minute why the metadata of the provider cannot be read', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cfs-portal-pages-'));
  await writeFile(join(directory, 'index.html'), '<html></html>');
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const app: App = Fastify({ loggerInstance: log }) as unknown as App;
  onTestFinished(async () => {
    await app.close();
    await rm(directory, { recursive: true });
  });
  const identity: IdentitySource = {
    issuer: 'https://login.example.com',
    provider: 'https://login.example.com',
    audience: 'cfs-api',
    clientId: 'cfs-portal',
    accessTokenType: 'any',
    keys: () => Promise.reject(new TypeError('No token is verified here.')),
    browserOrigins: () => Promise.reject(unavailable('It cannot be reached.', 2, new TypeError('It answered 404.'))),
  };
  await portalPages(app, directory, identity);
  for (const url of ['/', '/devices']) {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-security-policy']).toContain("connect-src 'self' https://login.example.com;");
  }
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    msg: 'the metadata of OIDC_AUTHORITY cannot be read; nobody can sign in',
    err: { message: 'It answered 404.' },
  });
});
