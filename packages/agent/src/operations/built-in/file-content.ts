import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { OperationError } from '../operation-result.ts';
import { betweenCharacters, encodingOf } from '../text-encoding.ts';
import { faultOf, type BuiltInOperation } from './built-in-operation.ts';

/** Without `O_NONBLOCK`, opening a pipe would wait for its other end. Windows has neither the flag nor such files. */
const openFlags = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

/** Bytes of one UTF-16 code unit in UTF-8; a surrogate pair takes four. */
const maxUnitBytes = 3;

const sampleBytes = 1_024;

/** A part of a file, with as much text before and after it as a secret across a cut can span. */
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
    const sample = Buffer.alloc(sampleBytes);
    const { bytesRead: sampled } = await file.read(sample, 0, sampleBytes, 0);
    const { name, markBytes, unitBytes } = encodingOf(sample.subarray(0, sampled));
    const begin = fromEnd ? Math.max(0, facts.size - maxBytes) : 0;
    const margin = Math.max(0, begin - marginBytes);
    const start = margin - (margin % unitBytes);
    const buffer = Buffer.alloc(begin - start + maxBytes + marginBytes);
    let length = 0;
    // Files of the kernel, as in /proc, report no size and are read in chunks.
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, start + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const bytes = buffer.subarray(0, length - (length % unitBytes));
    if (name === 'utf-16be') bytes.swap16();
    const encoding = name === 'utf-8' ? 'utf8' : 'utf16le';
    const mark = Math.max(0, markBytes - start);
    const from = Math.max(mark, betweenCharacters(bytes, encoding, Math.min(begin - start, bytes.length), 1));
    const end = Math.min(begin - start + maxBytes, bytes.length);
    const to = Math.max(from, betweenCharacters(bytes, encoding, end, -1));
    return {
      before: bytes.toString(encoding, mark, from),
      text: bytes.toString(encoding, from, to),
      behind: bytes.toString(encoding, to),
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
    throw new OperationError(`Pattern is not a valid regular expression: ${faultOf(error)}`);
  }
};

/** Reads a text file, or the match of a pattern in it, without secrets, even those that extend across a cut. */
export const fileContent: BuiltInOperation = async (parameters, { redactor }) => {
  const path = parameters.required('Path');
  const pattern = parameters.optional('Pattern');
  const from = (parameters.optional('From') ?? 'End').toLowerCase();
  if (from !== 'start' && from !== 'end') throw new OperationError('From must be Start or End');
  const maxBytes = parameters.integer('MaximumBytes', { min: 1, max: 1_048_576, absent: 65_536 });
  // One byte more than the longest secret shows whether a character continues after the cut.
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
