import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { deliver } from './testing/deliver-mail.ts';
import type { MailCrashTask } from './testing/mail-crash.fixture.ts';
import { createMailScene, type MailScene } from './testing/mail-scene.ts';

const program = fileURLToPath(new URL('testing/mail-crash.fixture.ts', import.meta.url));

let scene: MailScene;
beforeAll(async () => {
  scene = await createMailScene();
});
afterAll(() => scene.close());

/** Starts a listener in a separate process that ends at the kill point. */
const startDoomed = async (killPoint: string) => {
  const task: MailCrashTask = { connections: scene.server.database.connections };
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    env: { ...process.env, CFS_CRASH_AT: killPoint },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  const { value: port } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return { port: Number(port), ended };
};

test.each([
  ['before the commit', 'mail-before-commit', 0, ['Request']],
  ['after the commit, before the response', 'mail-after-commit', 1, ['Duplicate', 'Request']],
])('a mail whose process is killed %s is neither lost nor processed twice', async (_name, point, stored, verdicts) => {
  const mail = { messageId: `<${point}@contoso.example>`, subject: point };
  const { port, ended } = await startDoomed(point);
  await expect(deliver(port, mail)).rejects.toThrow();
  expect((await ended)[1]).toBe('SIGKILL');
  const unitsOfMail = async () => (await scene.units()).filter(({ title }) => title === point);
  expect(await unitsOfMail()).toHaveLength(stored);
  // The mail server got no response and delivers the mail again.
  expect(await scene.send(mail)).toMatch(/^250/);
  expect(await unitsOfMail()).toHaveLength(1);
  const received = (await scene.received()).filter(({ subject }) => subject === point);
  expect(received.map(({ verdict }) => verdict).toSorted()).toEqual(verdicts);
});
