import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { ClosedAddressError, lookupIn, type Network } from '../../../platform/http/public-address.ts';
import { traceParentOf } from '../../../platform/tracing/trace-parent.ts';
import type { SpanReference } from '../../../platform/tracing/tracing.ts';
import type { HttpCall } from './http-call.ts';

const maximumRedirects = 5;

/** The addresses that a call may reach, and its limits. */
export interface CallReach {
  /** `undefined` permits every address. */
  readonly network: Network | undefined;
  /** The origin at which browsers reach the portal; no action may call it. */
  readonly publicOrigin: string | undefined;
  readonly maximumAnswerBytes: number;
  /** Aborts the call at any point. */
  readonly signal: AbortSignal;
  /** The span of the call, sent to its receiver as `traceparent` unless the call sets this header itself. */
  readonly span?: SpanReference | undefined;
}

/** The response is too large, or it is a redirect that is not followed. `status` is that of the response. */
export class AnswerRefusedError extends Error {
  override readonly name = 'AnswerRefusedError';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Host and port, without the trailing dot of a fully qualified name. */
const hostOf = ({ host }: URL): string => host.replace(/\.(?=:|$)/, '');

/**
 * Refuses an address that actions must not call, as far as it is known before its name is resolved.
 *
 * @throws ClosedAddressError
 */
export const expectOpen = (url: URL, { network, publicOrigin }: Pick<CallReach, 'network' | 'publicOrigin'>): void => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ClosedAddressError('Only http and https addresses can be called.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPortal = publicOrigin !== undefined && hostOf(url) === hostOf(new URL(publicOrigin));
  if (isPortal || (network !== undefined && isIP(host) !== 0 && !network.isOpen(host))) {
    throw new ClosedAddressError(`${host} is not an address that actions may call.`);
  }
};

const readAnswer = async (body: AsyncIterable<Buffer>, status: number, maximumBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maximumBytes)
      throw new AnswerRefusedError(
        `HTTP ${status}: the response is larger than ${maximumBytes / 1_048_576} MiB.`,
        status,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The call that follows a redirect (RFC 9110, section 15.4). Neither headers nor body are sent to another origin. */
const redirected = (call: HttpCall, status: number, url: URL): HttpCall => {
  const becomesGet = status === 303 ? call.method !== 'HEAD' : status < 303 && call.method === 'POST';
  const method = becomesGet ? 'GET' : call.method;
  if (url.origin !== call.url.origin) return { url, method, headers: {}, body: undefined };
  if (!becomesGet) return { ...call, url };
  const headers = Object.entries(call.headers).filter(([name]) => !name.startsWith('content-'));
  return { url, method, headers: Object.fromEntries(headers), body: undefined };
};

const follow = async (
  call: HttpCall,
  reach: CallReach,
  agent: Agent,
  redirects = 0,
): Promise<{ readonly status: number; readonly text: string }> => {
  expectOpen(call.url, reach);
  const { statusCode, headers, body } = await request(call.url, {
    method: call.method,
    headers: call.headers,
    body: call.body ?? null,
    dispatcher: agent,
    signal: reach.signal,
  });
  const location = headers['location'];
  if (!redirectStatuses.has(statusCode) || typeof location !== 'string') {
    return { status: statusCode, text: await readAnswer(body, statusCode, reach.maximumAnswerBytes) };
  }
  await body.dump();
  if (redirects >= maximumRedirects)
    throw new AnswerRefusedError(
      `HTTP ${statusCode}: the call was redirected more than ${maximumRedirects} times.`,
      statusCode,
    );
  if (!URL.canParse(location, call.url.href))
    throw new AnswerRefusedError(`HTTP ${statusCode}: the redirect has no valid address.`, statusCode);
  return follow(redirected(call, statusCode, new URL(location, call.url)), reach, agent, redirects + 1);
};

/**
 * Sends a call and follows its redirects, each of which is checked like the call. Neither headers nor body are sent to
 * another origin.
 *
 * @throws ClosedAddressError, AnswerRefusedError, and the errors of undici
 */
export const sendCall = async (
  call: HttpCall,
  reach: CallReach,
): Promise<{ readonly status: number; readonly text: string }> => {
  const { network, span } = reach;
  const agent = new Agent({ connect: network === undefined ? {} : { lookup: lookupIn(network) } });
  try {
    const traced = span ? { ...call, headers: { traceparent: traceParentOf(span), ...call.headers } } : call;
    return await follow(traced, reach, agent);
  } finally {
    await agent.destroy();
  }
};
