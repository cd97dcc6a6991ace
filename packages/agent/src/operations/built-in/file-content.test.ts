import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reading } from '../operation-result.ts';
import { createParameterReader } from '../parameters.ts';
import { createRedactor } from '../redact.ts';
import { fileContent } from './file-content.ts';

const secret = 'not-tø-be-seen';
const content = `before ${secret} behind`;
const size = Buffer.byteLength(content);

let directory: string;
let path: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs-file-'));
  path = join(directory, 'read.log');
  await writeFile(path, content);
});
afterAll(() => rm(directory, { recursive: true }));

const read = (parameters: Readonly<Record<string, string>>, secrets: readonly string[] = [secret]): Promise<Reading> =>
  fileContent(createParameterReader({ Path: path, ...parameters }), {
    network: { proxy: undefined, authorities: undefined },
    signal: new AbortController().signal,
    redactor: createRedactor(secrets),
  });

describe('the content of a file', () => {
  it.each(['Start', 'End'])('holds no part of a secret wherever it is cut: from the %s', async (From) => {
    const whole = `before *** behind`;
    for (let MaximumBytes = 1; MaximumBytes <= size + 1; MaximumBytes += 1) {
      const value = String((await read({ From, MaximumBytes: String(MaximumBytes) })).value);
      expect(From === 'Start' ? whole.startsWith(value) : whole.endsWith(value), value).toBe(true);
    }
  });

  it('holds no part of a secret that a pattern has cut', async () => {
    expect(await read({ Pattern: 'before not-t(\\S+)' })).toMatchObject({ value: '***', states: { Matched: true } });
    expect(await read({ Pattern: '\\w+$' })).toMatchObject({ value: 'behind', states: { Matched: true } });
    expect(await read({ Pattern: `${secret}$` })).toMatchObject({ value: undefined, states: { Matched: false } });
  });

  it('is cut between characters', async () => {
    const at = Buffer.byteLength('before not-t');
    expect((await read({ From: 'Start', MaximumBytes: String(at + 1) }, [])).value).toBe('before not-t');
    expect((await read({ From: 'End', MaximumBytes: String(size - at - 1) }, [])).value).toBe('-be-seen behind');
  });
});
