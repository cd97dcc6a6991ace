import { createAgents, readBody, sendRequest, type Network } from '../../http-request.ts';
import { parseRanges } from '../number-ranges.ts';
import { OperationError } from '../operation-result.ts';
import type { ParameterReader } from '../parameters.ts';
import { millisecondsSince } from './built-in-operation.ts';

/** A call of an operation, as configured. */
export interface HttpCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly followRedirects: boolean;
  readonly timeoutSeconds: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  /** `Set-Cookie` of each response, redirects included, and the address that set it. */
  readonly cookies: readonly { readonly url: URL; readonly text: string }[];
  readonly milliseconds: number;
}

const maxBodyBytes = 4 * 1_048_576;
const maxRedirects = 10;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const parseUrl = (name: string, text: string): URL => {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new OperationError(`${name} must be an address that begins with http:// or https://`);
  }
  return url;
};

export const parseMethod = (name: string, text: string): string => {
  const method = text.trim().toUpperCase();
  if (!methods.includes(method)) throw new OperationError(`${name} must be one of ${methods.join(', ')}`);
  return method;
};

/** Parses headers, one per line as `Name: Value`. */
export const parseHeaders = (name: string, text: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (text ?? '')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const match = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/.exec(line);
        if (!match) throw new OperationError(`${name} must have one header per line: Name: Value`);
        return [String(match[1]).toLowerCase(), String(match[2]).trim()];
      }),
  );

/** Reads the call and its expected statuses from the parameters of an HTTP operation. */
export const readHttpCall = (
  parameters: ParameterReader,
): { readonly call: HttpCall; readonly expects: (status: number) => boolean } => ({
  call: {
    url: parseUrl('Url', parameters.required('Url')),
    method: parseMethod('Method', parameters.optional('Method') ?? 'GET'),
    headers: parseHeaders('Headers', parameters.optional('Headers')),
    body: parameters.optional('Body'),
    followRedirects: parameters.boolean('FollowRedirects', true),
    timeoutSeconds: parameters.integer('TimeoutSeconds', { min: 1, max: 3_600, absent: 30 }),
  },
  expects: parseRanges('ExpectedStatus', parameters.optional('ExpectedStatus') ?? '200-399'),
});

/**
 * The call that follows a redirect. Any header and the body may contain a secret for the configured origin only:
 * another origin receives no headers, and a redirect that would send the body to it throws.
 */
const redirected = (call: HttpCall, status: number, location: string): HttpCall => {
  const url = parseUrl('the redirect', new URL(location, call.url).href);
  const isElsewhere = url.origin !== call.url.origin;
  const keepsMethod = status === 307 || status === 308 || call.method === 'HEAD' || call.method === 'GET';
  if (isElsewhere && keepsMethod && call.body !== undefined) {
    throw new Error(`the body is not sent to ${url.origin}, to which the response redirects`);
  }
  const headers = isElsewhere ? {} : call.headers;
  return keepsMethod ? { ...call, url, headers } : { ...call, url, headers, method: 'GET', body: undefined };
};

/**
 * Calls an address and follows its redirects. Rejects on network errors, timeouts, too many redirects and responses
 * that are too long.
 */
export const callHttp = async (call: HttpCall, network: Network, signal: AbortSignal): Promise<HttpAnswer> => {
  const agents = createAgents(network, false);
  const limit = AbortSignal.timeout(call.timeoutSeconds * 1_000);
  const began = performance.now();
  const cookies: { readonly url: URL; readonly text: string }[] = [];
  let current = call;
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const answer = await sendRequest({ ...current, agents, signal: AbortSignal.any([signal, limit]) });
      const { url } = current;
      cookies.push(...(answer.headers['set-cookie'] ?? []).map((text) => ({ url, text })));
      const body = (await readBody(answer, maxBodyBytes)).toString('utf8');
      const status = answer.statusCode ?? 0;
      const { location } = answer.headers;
      if (!current.followRedirects || location === undefined || status < 300 || status > 399) {
        return { status, body, cookies, milliseconds: millisecondsSince(began) };
      }
      current = redirected(current, status, location);
    }
  } catch (error) {
    if (limit.aborted && !signal.aborted) {
      throw new Error(`no response within ${call.timeoutSeconds} seconds`, { cause: error });
    }
    throw error;
  }
  throw new Error(`more than ${maxRedirects} redirects`);
};
