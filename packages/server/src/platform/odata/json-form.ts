import type { FastifyRequest } from 'fastify';
import { badRequest, Problem } from '../problems.ts';

/** The metadata level of a response: `minimal` includes `@odata.context`, `none` only data and links. */
export interface JsonForm {
  readonly metadata: 'minimal' | 'none';
  readonly contentType: string;
}

const formOf = (metadata: JsonForm['metadata']): JsonForm => ({
  metadata,
  contentType: `application/json; odata.metadata=${metadata}; charset=utf-8`,
});
const minimal = formOf('minimal');
const none = formOf('none');

/** A media range of an Accept header in lower case; `weight` is its q value from 0 (not acceptable) to 1. */
interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly weight: number;
}

const rangeOf = (text: string): MediaRange => {
  const [type = '', ...rest] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const parameters = new Map(
    rest.map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=');
      return [name.trim(), value.trim().replace(/^"(.*)"$/, '$1')];
    }),
  );
  const weight = Number(parameters.get('q') ?? 1);
  return { type, parameters, weight: weight >= 0 && weight <= 1 ? weight : 0 };
};

const jsonRanges: ReadonlySet<string> = new Set(['application/json', 'application/*', '*/*']);

/** The form that a media range requests; `undefined` for unsupported ones: other formats or full metadata. */
const servedFor = ({ type, parameters, weight }: MediaRange): JsonForm | undefined => {
  if (weight === 0 || !jsonRanges.has(type)) return undefined;
  const metadata = parameters.get('odata.metadata') ?? parameters.get('metadata') ?? 'minimal';
  return metadata === 'minimal' ? minimal : metadata === 'none' ? none : undefined;
};

const choose = (accepted: string): JsonForm => {
  const [best] = accepted
    .split(',')
    .map(rangeOf)
    .toSorted((left, right) => right.weight - left.weight)
    .flatMap((range) => servedFor(range) ?? []);
  if (best) return best;
  throw new Problem({
    status: 406,
    detail: 'Only application/json with odata.metadata=minimal or odata.metadata=none is served.',
  });
};

const versionPattern = /^\s*(\d+)\.(\d+)\s*(?:;.*)?$/;

/** @throws 400 if the client supports no OData version that the server supports. */
export const checkVersions = ({ headers }: FastifyRequest): void => {
  for (const name of ['odata-maxversion', 'odata-version'] as const) {
    const text = headers[name];
    if (text === undefined) continue;
    const version = versionPattern.exec(String(text));
    if (!version) throw badRequest(`The header ${name} is not a valid version.`);
    const major = Number(version[1]);
    if (major < 4 || (name === 'odata-version' && major > 4))
      throw badRequest(`This service supports OData 4.0, which the header ${name} excludes.`);
  }
};

/**
 * The JSON form of a response: by `$format`, otherwise by the Accept header.
 *
 * @throws 406 if the client accepts other formats only, 400 for an unsupported OData version.
 */
export const jsonFormOf = (request: FastifyRequest, format?: string): JsonForm => {
  checkVersions(request);
  const { accept } = request.headers;
  if (format !== undefined) return choose(format.replace(/^json\b/i, 'application/json'));
  return accept === undefined || accept.trim() === '' || accept === '*/*' ? minimal : choose(accept);
};
