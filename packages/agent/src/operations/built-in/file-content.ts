import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { OperationError } from '../operation-result.ts';
import { faultOf, type BuiltInOperation } from './built-in-operation.ts';

/** Opening a pipe would wait for its other end; Windows has neither the flag nor such files. */
const openFlags = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

const readPart = async (
  path: string,
  maxBytes: number,
  fromEnd: boolean,
): Promise<{ readonly text: string; readonly size: number; readonly modified: Date }> => {
  const file = await open(path, openFlags);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new OperationError(`${path} is not a regular file`);
    const start = fromEnd ? Math.max(0, facts.size - maxBytes) : 0;
    const buffer = Buffer.alloc(maxBytes);
    let length = 0;
    // Files of the kernel state no size, and are read in pieces.
    while (length < maxBytes) {
      const { bytesRead } = await file.read(buffer, length, maxBytes - length, start + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { text: buffer.toString('utf8', 0, length), size: facts.size, modified: facts.mtime };
  } finally {
    await file.close();
  }
};

const compile = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, 'mu');
  } catch (error) {
    throw new OperationError(`Pattern is no regular expression: ${faultOf(error)}`);
  }
};

/** The content of a text file, or what a pattern finds in it. */
export const fileContent: BuiltInOperation = async (parameters) => {
  const path = parameters.required('Path');
  const pattern = parameters.optional('Pattern');
  const from = (parameters.optional('From') ?? 'End').toLowerCase();
  if (from !== 'start' && from !== 'end') throw new OperationError('From must be Start or End');
  const maxBytes = parameters.integer('MaximumBytes', { min: 1, max: 1_048_576, absent: 65_536 });
  const { text, size, modified } = await readPart(path, maxBytes, from === 'end').catch((error: unknown) => {
    throw error instanceof OperationError ? error : new OperationError(faultOf(error));
  });
  const metrics = { SizeBytes: size, AgeSeconds: Math.max(0, Math.round((Date.now() - modified.getTime()) / 1_000)) };
  if (pattern === undefined) return { value: text, metrics };
  const found = compile(pattern).exec(text);
  return { value: found?.[1] ?? found?.[0], metrics, states: { Matched: found !== null } };
};
