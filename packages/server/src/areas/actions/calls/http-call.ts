import { headersIn } from '@cfs/contracts/action-headers';
import { hiddenValue, recordedBodyCharacters, type RecordedRequest } from '@cfs/contracts/action-histories';
import { fillPlaceholders } from '@cfs/contracts/action-placeholders';
import type { Selectable } from 'kysely';
import type { ActionOrder } from '../action-order.ts';
import type { ActionDefinitionTable } from '../action-table.ts';
import { placeholderValue } from '../fill-parameter.ts';

type Definition = Selectable<ActionDefinitionTable>;

/** Limits of the filled-in address and of each header; a definition may have thousands of headers. */
const addressCharacters = 65_536;
const headerCharacters = 16_384;

/** An HTTP call with every placeholder filled in. */
export interface HttpCall {
  readonly url: URL;
  readonly method: 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Thrown if the values of an action do not result in a call that its definition describes. */
export class UncallableError extends Error {
  override readonly name = 'UncallableError';
}

type ValueOf = (name: string) => string;

const segmentsOf = ({ pathname }: URL): number => pathname.split('/').length;

/**
 * Fills in the address with percent-encoded values.
 *
 * @throws UncallableError if the result is not a valid address, or if a value such as `..` leads to another path.
 */
const addressOf = (template: string, valueOf: ValueOf): URL => {
  const address = fillPlaceholders(template, (name) => encodeURIComponent(valueOf(name)), addressCharacters);
  if (!URL.canParse(address))
    throw new UncallableError('The address is not valid after its placeholders are filled in.');
  const url = new URL(address);
  const sample = fillPlaceholders(template, () => 'x');
  if (URL.canParse(sample) && segmentsOf(new URL(sample)) !== segmentsOf(url))
    throw new UncallableError('A value would change the path of the address.');
  return url;
};

/** Returns the value of a header in one line; characters beyond ASCII are sent as UTF-8 bytes. */
const headerValue = (text: string): string =>
  Buffer.from(text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim(), 'utf8').toString('latin1');

const headersOf = (definition: Definition, idempotencyKey: string, valueOf: ValueOf): Record<string, string> => ({
  'content-type': 'application/json',
  'idempotency-key': idempotencyKey,
  ...Object.fromEntries(
    headersIn(definition.headers).map(({ name, value }) => [
      name,
      headerValue(fillPlaceholders(value, valueOf, headerCharacters)),
    ]),
  ),
});

const bodyOf = (definition: Definition, contentType: string, valueOf: ValueOf): string | undefined => {
  if (definition.http_method === 'GET' || definition.http_method === 'HEAD') return undefined;
  const isJson = /\bjson\b/i.test(contentType);
  const body = fillPlaceholders(definition.body ?? '', (name) => {
    const value = valueOf(name);
    return isJson ? JSON.stringify(value).slice(1, -1) : value;
  });
  return body === '' ? undefined : body;
};

/**
 * The call that a definition describes: placeholders percent-encoded in the address, JSON-escaped in a JSON body,
 * without line breaks in headers.
 *
 * @throws UncallableError, FilledTextTooLong
 */
export const httpCallOf = (definition: Definition, order: ActionOrder, idempotencyKey: string): HttpCall => {
  const valueOf: ValueOf = (name) => placeholderValue(order, name);
  const headers = headersOf(definition, idempotencyKey, valueOf);
  return {
    url: addressOf(definition.endpoint_url ?? '', valueOf),
    method: (definition.http_method ?? 'POST') as HttpCall['method'],
    headers,
    body: bodyOf(definition, headers['content-type'] ?? '', valueOf),
  };
};

const credentialName = /authorization|cookie|token|secret|passw|api-?_?key|signature|credential/i;

/** Literal credentials are hidden; those that come from a secret show its placeholder. */
const isHidden = (name: string, value: string): boolean => credentialName.test(name) && !value.includes('{{secret:');

const withoutCredentials = (url: URL): string => {
  const shown = new URL(url);
  for (const [name, value] of url.searchParams) if (isHidden(name, value)) shown.searchParams.set(name, hiddenValue);
  return shown.href.replaceAll(/%7B%7B(secret)(?::|%3A)([\w.-]+)%7D%7D/gi, '{{$1:$2}}');
};

/** Returns a call as its history records it; the call must come from an order without secrets. */
export const recordedCall = ({ url, method, headers, body }: HttpCall): RecordedRequest => ({
  kind: 'http',
  method,
  url: withoutCredentials(url),
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isHidden(name, value) ? hiddenValue : Buffer.from(value, 'latin1').toString('utf8'),
    ]),
  ),
  body: body === undefined ? null : body.slice(0, recordedBodyCharacters),
});
