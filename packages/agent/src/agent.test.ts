import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startAgent, type AgentProcess } from './testing/agent-process.ts';

let directory: string;
let agent: AgentProcess;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs-agent-'));
});
afterEach(async () => {
  await agent.stop('SIGKILL');
  await rm(directory, { recursive: true, maxRetries: 20 });
});

it.each([['--stop-with-input'], ['--probation=marker']])(
  'exits with its exit code while its input is still open, with %s',
  async (option) => {
    agent = startAgent('http://127.0.0.1:1', directory, {
      args: [option],
      environment: { CFS_AGENT_TOKEN: undefined },
    });
    expect(await once(agent.process, 'exit'), agent.said()).toEqual([2, null]);
  },
);
