import { isIP } from 'node:net';
import { fillPlaceholders } from '@cfs/contracts/action-placeholders';
import type { Selectable } from 'kysely';
import { Agent, request } from 'undici';
import type { Services } from '../../platform/services.ts';
import type { Step } from '../../platform/durable-work/step-handler.ts';
import type { ActionOrder, ActionResult } from './action-order.ts';
import type { ActionDefinitionTable } from './action-table.ts';
import { placeholderValue } from './fill-parameter.ts';
import { ClosedAddressError, isPublicAddress, lookupPublic } from '../../platform/http/public-address.ts';

type Definition = Selectable<ActionDefinitionTable>;

const patience = 10_000;
const maximumAnswer = 1_048_576;
const maximumRedirects = 5;
/** Of an address and of each header; a definition may hold thousands of headers. */
const addressCharacters = 65_536;
const headerCharacters = 16_384;
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
    const value = fillPlaceholders(line.slice(colon + 1), (name) => placeholderValue(order, name), headerCharacters);
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

interface SendOptions {
  readonly agent: Agent;
  readonly signal: AbortSignal;
  readonly allowPrivate: boolean;
  /** Where browsers reach the portal. */
  readonly publicOrigin: string | undefined;
}

/** Host and port, however the name is written. */
const hostOf = ({ host }: URL): string => host.replace(/\.(?=:|$)/, '');

const expectOpen = (url: URL, { allowPrivate, publicOrigin }: SendOptions): void => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ClosedAddressError('Only http and https are called.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPortal = publicOrigin !== undefined && hostOf(url) === hostOf(new URL(publicOrigin));
  if (isPortal || (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))) {
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

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The call that a redirect asks for (RFC 9110, section 15.4). Another origin is sent neither headers nor body. */
const redirected = (call: Call, status: number, isSameOrigin: boolean): Call => {
  const becomesGet = status === 303 ? call.method !== 'HEAD' : status < 303 && call.method === 'POST';
  const method = becomesGet ? 'GET' : call.method;
  if (!isSameOrigin) return { method, headers: {}, body: undefined };
  if (!becomesGet) return call;
  const headers = Object.entries(call.headers).filter(([name]) => !name.startsWith('content-'));
  return { method, headers: Object.fromEntries(headers), body: undefined };
};

/** Follows redirects itself, so that each target is checked. */
const send = async (
  url: URL,
  call: Call,
  options: SendOptions,
  redirects = 0,
): Promise<{ readonly status: number; readonly text: string }> => {
  expectOpen(url, options);
  const { statusCode, headers, body } = await request(url, {
    method: call.method,
    headers: call.headers,
    body: call.body ?? null,
    dispatcher: options.agent,
    signal: options.signal,
  });
  const location = headers['location'];
  if (!redirectStatuses.has(statusCode) || typeof location !== 'string') {
    return { status: statusCode, text: await readAnswer(body) };
  }
  await body.dump();
  if (redirects >= maximumRedirects) throw new RangeError('The call was redirected too often.');
  const target = new URL(location, url);
  return send(target, redirected(call, statusCode, target.origin === url.origin), options, redirects + 1);
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
 * redirect, and so is the portal itself; a redirect to another origin takes neither headers nor body there. The call
 * ends after 10 s or 1 MiB. Server errors and time-outs ask for another attempt.
 */
export const callHttp = async (
  { configuration }: Services,
  step: Step,
  order: ActionOrder,
  definition: Definition,
): Promise<ActionResult> => {
  const address = fillPlaceholders(
    definition.endpoint_url ?? '',
    (name) => encodeURIComponent(placeholderValue(order, name)),
    addressCharacters,
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
      publicOrigin: configuration.publicOrigin,
    });
    return resultOf(status, text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { kind: closedAddressIn(error) || error instanceof RangeError ? 'failed' : 'again', detail };
  } finally {
    await agent.destroy();
  }
};
