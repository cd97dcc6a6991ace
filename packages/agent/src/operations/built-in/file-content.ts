import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { OperationError } from '../operation-result.ts';
import { faultOf, type BuiltInOperation } from './built-in-operation.ts';

/** Opening a pipe would wait for its other end; Windows has neither the flag nor such files. */
const openFlags = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

const maxUtf8Bytes = 4;
/** Of a UTF-16 code unit as UTF-8; a pair of them takes four. */
const maxUnitBytes = 3;

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The next place, forwards or backwards, that is not within a character. */
const betweenCharacters = (bytes: Buffer, from: number, step: 1 | -1): number => {
  let at = from;
  for (let steps = 1; steps < maxUtf8Bytes && isContinuation(bytes[at]); steps += 1) at += step;
  return at;
};

/** Of a file, with the text before and behind it as far as a secret across a cut reaches. */
interface FilePart {
  readonly before: string;
  readonly text: string;
  readonly behind: string;
  readonly size: number;
  readonly modified: Date;
}

const readPart = async (
  path: string,
  {
    maxBytes,
    marginBytes,
    fromEnd,
  }: { readonly maxBytes: number; readonly marginBytes: number; readonly fromEnd: boolean },
): Promise<FilePart> => {
  const file = await open(path, openFlags);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new OperationError(`${path} is not a regular file`);
    const begin = fromEnd ? Math.max(0, facts.size - maxBytes) : 0;
    const start = Math.max(0, begin - marginBytes);
    const buffer = Buffer.alloc(begin - start + maxBytes + marginBytes);
    let length = 0;
    // Files of the kernel state no size, and are read in pieces.
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, start + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const bytes = buffer.subarray(0, length);
    const from = betweenCharacters(bytes, Math.min(begin - start, length), 1);
    const to = Math.max(from, betweenCharacters(bytes, Math.min(begin - start + maxBytes, length), -1));
    return {
      before: bytes.toString('utf8', 0, from),
      text: bytes.toString('utf8', from, to),
      behind: bytes.toString('utf8', to),
      size: facts.size,
      modified: facts.mtime,
    };
  } finally {
    await file.close();
  }
};

const compile = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, 'dmu');
  } catch (error) {
    throw new OperationError(`Pattern is no regular expression: ${faultOf(error)}`);
  }
};

/** The content of a text file, or what a pattern finds in it; without secrets, also those that go across a cut. */
export const fileContent: BuiltInOperation = async (parameters, { redactor }) => {
  const path = parameters.required('Path');
  const pattern = parameters.optional('Pattern');
  const from = (parameters.optional('From') ?? 'End').toLowerCase();
  if (from !== 'start' && from !== 'end') throw new OperationError('From must be Start or End');
  const maxBytes = parameters.integer('MaximumBytes', { min: 1, max: 1_048_576, absent: 65_536 });
  // One more than the longest secret shows whether a character goes on behind the cut.
  const marginBytes = redactor.maxCharacters * maxUnitBytes + 1;
  const part = await readPart(path, { maxBytes, marginBytes, fromEnd: from === 'end' }).catch((error: unknown) => {
    throw error instanceof OperationError ? error : new OperationError(faultOf(error));
  });
  const { before, text, behind, size, modified } = part;
  const shown = (start: number, end: number): string =>
    redactor.part(`${before}${text}${behind}`, before.length + start, before.length + end);
  const metrics = { SizeBytes: size, AgeSeconds: Math.max(0, Math.round((Date.now() - modified.getTime()) / 1_000)) };
  if (pattern === undefined) return { value: shown(0, text.length), metrics };
  const found = compile(pattern).exec(text)?.indices;
  const place = found?.[1] ?? found?.[0];
  return { value: place && shown(...place), metrics, states: { Matched: found !== undefined } };
};
