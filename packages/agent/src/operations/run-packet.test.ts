import { text } from '@cfs/contracts/text';
import { expect, it } from 'vitest';
import type { FinishedRun } from './run-packet.ts';
import { packetOfRun, reportOfRun } from './run-packet.ts';

const operation = { deviceOperationId: 'id', label: 'label', operationName: 'name' };
const runWith = (result: Partial<FinishedRun['result']>): FinishedRun => ({
  runId: 'run',
  started: '2026-01-01T00:00:00.000Z',
  durationMilliseconds: 1,
  result: { outcome: 'Succeeded', exitCode: 0, output: '', outputTruncated: false, ...result },
});

it.each([
  ['NUL', 'a\0b', 'a\ufffdb'],
  ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
])('replaces %s in values and names of a packet and in a report', (_title, refused, stored) => {
  const finished = runWith({
    value: refused,
    output: refused,
    error: refused,
    metrics: { [refused]: 1 },
    states: { State: refused },
    properties: { [refused]: refused },
  });
  const { message } = packetOfRun(operation, finished);
  expect(message).toMatchObject({
    Value: stored,
    Metrics: { [stored]: 1 },
    States: { State: stored },
    Properties: { [stored]: stored },
    Diagnostics: { Output: stored, Error: stored },
  });
  expect(JSON.stringify(message)).not.toMatch(/\\u0000|\\ud800/);
  expect(reportOfRun('token', finished)).toMatchObject({ output: stored, error: stored });
});

it('truncates an error to the limit of the server, also within a surrogate pair', () => {
  const finished = runWith({ error: `x${'😀'.repeat(5_000)}` });
  const { error } = reportOfRun('token', finished);
  expect(text(error?.length ?? 0).parse(error)).toBe(error);
  expect(packetOfRun(operation, finished).message.Diagnostics?.['Error']).toBe(error);
});
