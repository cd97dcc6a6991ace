import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { exceededBound, usualJsonBounds, type JsonBounds } from '@cfs/contracts/json-bounds';
import { badRequest, Problem } from '../problems.ts';
import { nextSlice } from '../time-slices.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON text that PostgreSQL can store: valid UTF-8, no NUL, no unpaired surrogate, and no key that could pollute
 * a prototype. Depth and size are limited before parsing. Throws a 400 problem that names the position.
 */
export const parseJson = (body: Buffer, bounds: JsonBounds = usualJsonBounds): unknown => {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw badRequest('The body is not valid UTF-8.');
  }
  if (text.trim() === '') throw badRequest('The body must be JSON, but is empty.');
  const exceeded = exceededBound(text, bounds);
  if (exceeded !== undefined) throw badRequest(refusalOf(exceeded, bounds));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badRequest(`The body is not valid JSON${placeOf(error)}.`);
  }
  if (/\\u(?:0000|d[89a-f])|__proto__|"constructor"/i.test(text)) refuseHostileText(value);
  return value;
};

const refusalOf = (exceeded: keyof JsonBounds, { depth, values }: JsonBounds): string =>
  exceeded === 'depth'
    ? `The body is nested deeper than ${depth} levels.`
    : `The body contains more than ${values} values.`;

/** The parser's message quotes the body, which may contain secrets; only the position is reported. */
const placeOf = (error: unknown): string => {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? '' : ` at position ${position}`;
};

const refuseHostileText = (root: unknown): void => {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') refuseText(value);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (!Array.isArray(value)) refuseKey(key);
      waiting.push(member);
    }
  }
};

const refuseKey = (key: string): void => {
  refuseText(key);
  if (key === '__proto__' || key === 'constructor')
    throw badRequest(`The body has a key "${key}", which is not allowed.`);
};

const refuseText = (text: string): void => {
  if (text.includes('\0')) throw badRequest('The body contains a text with a NUL character.');
  if (!text.isWellFormed()) throw badRequest('The body contains a text with an unpaired surrogate.');
};

/**
 * Bytes up to which bodies are parsed directly; larger ones are parsed and validated one in each turn of the event
 * loop.
 */
const smallBytes = 8_192;

const shownEncodingLength = 50;

/** Refuses a compressed body, whose bytes would be reported as invalid UTF-8 or JSON. @throws 415 */
export const expectPlainBody = ({ headers }: { readonly headers: IncomingHttpHeaders }): void => {
  const name = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return;
  const detail = `The content encoding ${name.slice(0, shownEncodingLength)} is not supported by this call.`;
  throw new Problem({ status: 415, detail });
};

export interface JsonBodies {
  readonly types: readonly string[];
  readonly bounds?: JsonBounds;
  readonly bodyLimit?: number;
}

const usualBodies: JsonBodies = { types: ['application/json', 'application/json-patch+json'] };

/** Accepts JSON bodies only, JSON Patch (RFC 6902) by default; routes with other bodies add parsers in their scope. */
export const acceptJson = (
  app: Pick<FastifyInstance, 'addContentTypeParser' | 'removeAllContentTypeParsers'>,
  { types, bounds, bodyLimit }: JsonBodies = usualBodies,
): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    [...types],
    { parseAs: 'buffer', ...(bodyLimit !== undefined && { bodyLimit }) },
    (request: FastifyRequest, body: Buffer, done) => {
      const parse = (): void => {
        try {
          expectPlainBody(request);
          done(null, parseJson(body, bounds));
        } catch (error) {
          done(error as Error);
        }
      };
      if (body.length <= smallBytes) parse();
      else void nextSlice().then(parse);
    },
  );
};
