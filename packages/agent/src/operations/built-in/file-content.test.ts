import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reading } from '../operation-result.ts';
import { createParameterReader } from '../parameters.ts';
import { createRedactor } from '../redact.ts';
import { fileContent } from './file-content.ts';

const encodings = ['utf-16le', 'utf-16be'] as const;
const encoded = (text: string, encoding: (typeof encodings)[number]): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
};

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
  it.each(['Start', 'End'])('contains no part of a secret wherever it is cut: from the %s', async (From) => {
    const whole = `before *** behind`;
    for (let MaximumBytes = 1; MaximumBytes <= size + 1; MaximumBytes += 1) {
      const value = String((await read({ From, MaximumBytes: String(MaximumBytes) })).value);
      expect(From === 'Start' ? whole.startsWith(value) : whole.endsWith(value), value).toBe(true);
    }
  });

  it('contains no part of a secret that a pattern matches in part', async () => {
    expect(await read({ Pattern: 'before not-t(\\S+)' })).toMatchObject({ value: '***', states: { Matched: true } });
    expect(await read({ Pattern: '\\w+$' })).toMatchObject({ value: 'behind', states: { Matched: true } });
    expect(await read({ Pattern: `${secret}$` })).toMatchObject({ value: undefined, states: { Matched: false } });
  });

  it('is cut between characters', async () => {
    const at = Buffer.byteLength('before not-t');
    expect((await read({ From: 'Start', MaximumBytes: String(at + 1) }, [])).value).toBe('before not-t');
    expect((await read({ From: 'End', MaximumBytes: String(size - at - 1) }, [])).value).toBe('-be-seen behind');
  });

  describe.each(encodings)('in %s', (encoding) => {
    it.each(['\ufeff', ''])('is decoded with the byte order mark %j', async (mark) => {
      const other = join(directory, 'utf-16.log');
      await writeFile(other, encoded(`${mark}${content}`, encoding));
      expect(await read({ Path: other })).toMatchObject({ value: 'before *** behind' });
      expect(await read({ Path: other, Pattern: '^before (.*) behind$' })).toMatchObject({ value: '***' });
      for (const From of ['Start', 'End']) {
        const whole = 'before *** behind';
        for (let MaximumBytes = 1; MaximumBytes <= 2 * content.length + 3; MaximumBytes += 1) {
          const value = String((await read({ Path: other, From, MaximumBytes: String(MaximumBytes) })).value);
          expect(From === 'Start' ? whole.startsWith(value) : whole.endsWith(value), value).toBe(true);
        }
      }
    });

    it('is cut between characters', async () => {
      const other = join(directory, 'pairs.log');
      await writeFile(other, encoded('\ufeff😀😀', encoding));
      expect((await read({ Path: other, From: 'Start', MaximumBytes: '8' })).value).toBe('😀');
      expect((await read({ Path: other, From: 'End', MaximumBytes: '6' })).value).toBe('😀');
    });
  });

  it('contains no byte order mark of UTF-8', async () => {
    const other = join(directory, 'marked.log');
    await writeFile(other, '\ufefftext');
    expect((await read({ Path: other })).value).toBe('text');
    expect((await read({ Path: other, From: 'Start', MaximumBytes: '2' })).value).toBe('');
  });
});
