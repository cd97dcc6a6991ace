import { isIP } from 'node:net';
import { fillPlaceholders } from '@cfs/contracts/action-placeholders';
import type { Selectable } from 'kysely';
import { Agent, request } from 'undici';
import type { Services } from '../../platform/services.ts';
import type { Step } from '../../platform/durable-work/step-handler.ts';
import type { ActionOrder, ActionResult } from './action-order.ts';
import type { ActionDefinitionTable } from './action-table.ts';
import { placeholderValue } from './fill-parameter.ts';
import { ClosedAddressError, isPublicAddress, lookupPublic } from './public-address.ts';

type Definition = Selectable<ActionDefinitionTable>;

const patience = 10_000;
const maximumAnswer = 1_048_576;
const maximumRedirects = 5;
/** Switches the check of addresses off, for installations whose actions call their own network. */
const privateFeature = 'private-action-addresses';

/** An HTTP call with every placeholder filled in. */
interface Call {
  readonly method: 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const headersOf = (definition: Definition, order: ActionOrder, step: Step): Record<string, string> => {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'idempotency-key': step.idempotencyKey,
  };
  for (const line of (definition.headers ?? '').split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const value = fillPlaceholders(line.slice(colon + 1), (name) => placeholderValue(order, name));
    headers[line.slice(0, colon).trim().toLowerCase()] = value.replaceAll(/[\r\n\0]+/g, ' ').trim();
  }
  return headers;
};

const callOf = (definition: Definition, order: ActionOrder, step: Step): Call => {
  const method = (definition.http_method ?? 'POST') as Call['method'];
  const headers = headersOf(definition, order, step);
  const isJson = /\bjson\b/i.test(headers['content-type'] ?? '');
  const body = fillPlaceholders(definition.body ?? '', (name) => {
    const value = placeholderValue(order, name);
    return isJson ? JSON.stringify(value).slice(1, -1) : value;
  });
  return { method, headers, body: method === 'GET' || method === 'HEAD' || body === '' ? undefined : body };
};

const expectOpen = (url: URL, allowPrivate: boolean): void => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ClosedAddressError('Only http and https are called.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new ClosedAddressError(`${host} is not an address that actions may call.`);
  }
};

const readAnswer = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maximumAnswer) throw new RangeError('The answer is larger than 1 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Follows redirects itself, so that each target is checked. */
const send = async (
  url: URL,
  call: Call,
  options: { readonly agent: Agent; readonly signal: AbortSignal; readonly allowPrivate: boolean },
  redirects = 0,
): Promise<{ readonly status: number; readonly text: string }> => {
  expectOpen(url, options.allowPrivate);
  const { statusCode, headers, body } = await request(url, {
    method: call.method,
    headers: call.headers,
    body: call.body ?? null,
    dispatcher: options.agent,
    signal: options.signal,
  });
  const location = headers['location'];
  if (statusCode < 300 || statusCode >= 400 || typeof location !== 'string') {
    return { status: statusCode, text: await readAnswer(body) };
  }
  await body.dump();
  if (redirects >= maximumRedirects) throw new RangeError('The call was redirected too often.');
  const target = new URL(location, url);
  const keeps = statusCode === 307 || statusCode === 308;
  const next: Call = keeps
    ? call
    : { method: call.method === 'HEAD' ? 'HEAD' : 'GET', headers: call.headers, body: undefined };
  const { authorization: _, cookie: __, ...withoutCredentials } = next.headers;
  return send(
    target,
    target.origin === url.origin ? next : { ...next, headers: withoutCredentials },
    options,
    redirects + 1,
  );
};

const resultOf = (status: number, text: string): ActionResult => {
  const detail = `HTTP ${status}${text ? `: ${text.slice(0, 1_000)}` : ''}`;
  if (status >= 200 && status < 300) return { kind: 'done', detail };
  return { kind: status >= 500 || status === 429 ? 'again' : 'failed', detail };
};

const closedAddressIn = (error: unknown): boolean =>
  error instanceof ClosedAddressError ||
  (error instanceof Error && error.cause !== undefined && closedAddressIn(error.cause));

/**
 * Calls what the definition describes, with its placeholders filled in: percent-encoded in the address, JSON-escaped
 * in a JSON body, without line breaks in headers. Closed addresses are refused after name resolution and on every
 * redirect; the call ends after 10 s or 1 MiB. Server errors and time-outs ask for another attempt.
 */
export const callHttp = async (
  { configuration }: Services,
  step: Step,
  order: ActionOrder,
  definition: Definition,
): Promise<ActionResult> => {
  const address = fillPlaceholders(definition.endpoint_url ?? '', (name) =>
    encodeURIComponent(placeholderValue(order, name)),
  );
  if (!URL.canParse(address)) return { kind: 'failed', detail: 'The address is none once it is filled in.' };
  const allowPrivate = configuration.features.has(privateFeature);
  const agent = new Agent({
    connect: allowPrivate ? { timeout: patience } : { timeout: patience, lookup: lookupPublic },
  });
  const signal = AbortSignal.any([step.signal, AbortSignal.timeout(patience)]);
  try {
    const { status, text } = await send(new URL(address), callOf(definition, order, step), {
      agent,
      signal,
      allowPrivate,
    });
    return resultOf(status, text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { kind: closedAddressIn(error) || error instanceof RangeError ? 'failed' : 'again', detail };
  } finally {
    await agent.destroy();
  }
};
