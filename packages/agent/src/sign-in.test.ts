import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { agentVersion } from './agent-version.ts';
import { tokenFile } from './options.ts';
import { startAgent, type AgentProcess } from './testing/agent-process.ts';
import { startProtocolServer, type ProtocolServer } from './testing/protocol-server.ts';

/** Longer than the poll of a machine that waits to be promoted and the longest backoff together. */
const waited = { timeout: 120_000, interval: 50 };

let server: ProtocolServer;
let directory: string;
let agent: AgentProcess;

beforeEach(async () => {
  server = await startProtocolServer();
  directory = await mkdtemp(join(tmpdir(), 'cfs-sign-in-'));
});
afterEach(async () => {
  await agent.stop('SIGKILL');
  await server.close();
  await rm(directory, { recursive: true, maxRetries: 20 });
});

const says = (text: string): Promise<void> => vi.waitFor(() => expect(agent.said()).toContain(text), waited);

it.each([200, 302, 400, 403, 404])('recovers after a proxy has responded %i for a while', async (status) => {
  const blocked = { status, path: '/' };
  server.blocked = blocked;
  server.machineStatus = 'pending';
  agent = startAgent(server.address, directory);
  await says('enrolment failed, trying again');
  server.blocked = undefined;
  await says('enrolled, waiting to be promoted');
  server.blocked = blocked;
  await says('sign-in failed, trying again');
  server.blocked = undefined;
  server.machineStatus = 'promoted';
  await says('configuration applied');
  server.blocked = blocked;
  server.answerUnchanged();
  await says('the configuration could not be read, trying again');
  server.blocked = undefined;
  server.configure({ name: 'reached' });
  await says('"reached"');
  expect(await agent.stop()).toBe(0);
});

it('waits when the server no longer knows of its promotion, and continues once it is promoted', async () => {
  agent = startAgent(server.address, directory);
  server.configure({ heartbeatInterval: 1 });
  await vi.waitFor(() => expect(server.packets.length).toBeGreaterThan(0), waited);
  server.machineStatus = 'pending';
  server.answerUnchanged();
  await says('the machine waits to be promoted');
  const before = server.packets.length;
  server.machineStatus = 'promoted';
  server.configure({ name: 'promoted again' });
  await says('"promoted again"');
  await vi.waitFor(() => expect(server.packets.length).toBeGreaterThan(before), waited);
  expect(await agent.stop()).toBe(0);
});

it('keeps working when the server no longer knows it, also after a restart, and logs how to enrol again', async () => {
  agent = startAgent(server.address, directory);
  server.configure({ heartbeatInterval: 1 });
  await vi.waitFor(() => expect(server.packets.length).toBeGreaterThan(0), waited);
  server.machineStatus = 'unknown';
  server.answerUnchanged();
  await says('the server does not know this machine: enrol it again with --re-enrol');
  expect(await agent.stop()).toBe(0);
  agent = startAgent(server.address, directory);
  await says('the server does not know this machine: enrol it again with --re-enrol');
  const before = server.packets.length;
  server.machineStatus = 'promoted';
  server.configure({ name: 'known again' });
  await says('"known again"');
  await vi.waitFor(() => expect(server.packets.length).toBeGreaterThan(before), waited);
  expect(await agent.stop()).toBe(0);
});

it('deletes the token file of a repeated installation on an enrolled machine', async () => {
  agent = startAgent(server.address, directory);
  await says('configuration applied');
  expect(await agent.stop()).toBe(0);
  const left = join(directory, tokenFile);
  await writeFile(left, 'cfs_token', { mode: 0o600 });
  agent = startAgent(server.address, directory, { environment: { CFS_AGENT_TOKEN: undefined } });
  await says('configuration applied');
  expect(existsSync(left)).toBe(false);
  expect(await agent.stop()).toBe(0);
});

it('keeps working while the marker of a new version cannot be written, and writes it once it can', async () => {
  const marker = join(directory, 'reported');
  // A directory at the path of the marker makes the write fail.
  await mkdir(marker);
  agent = startAgent(server.address, directory, { args: ['--probation', marker] });
  await says('writing the marker of the new version failed, trying again');
  await says('configuration applied');
  await rmdir(marker);
  await vi.waitFor(async () => expect(await readFile(marker, 'utf8')).toBe(agentVersion), waited);
  const ended = once(agent.process, 'exit');
  agent.process.stdin?.end();
  expect(await ended).toEqual([0, null]);
});

it('keeps packets after a 400 response of a proxy', async () => {
  server.blocked = { status: 400, path: '/v1/packets' };
  agent = startAgent(server.address, directory);
  server.configure({ heartbeatInterval: 1 });
  await says('packets could not be sent, trying again');
  server.blocked = undefined;
  await vi.waitFor(() => expect(server.packets.length).toBeGreaterThan(0), waited);
  expect(agent.said()).not.toContain('the server rejected an entire batch');
});
