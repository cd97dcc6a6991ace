import type { RecordedRequest } from '@cfs/contracts/action-histories';
import { FilledTextTooLong } from '@cfs/contracts/action-placeholders';
import type { Selectable } from 'kysely';
import type { Step } from '../../../platform/durable-work/step-handler.ts';
import { allowIn } from '../../../platform/http/allowed-addresses.ts';
import { ClosedAddressError, publicNetwork, type Network } from '../../../platform/http/public-address.ts';
import type { Services } from '../../../platform/services.ts';
import { startBelow, type Span } from '../../../platform/tracing/tracing.ts';
import type { ActionOrder, ActionResult } from '../action-order.ts';
import type { ActionDefinitionTable } from '../action-table.ts';
import { httpCallOf, recordedCall, UncallableError, type HttpCall } from './http-call.ts';
import type { Redact } from '../secrets/redact-secrets.ts';
import { AnswerRefusedError, expectOpen, sendCall, type CallReach } from './send-call.ts';
import { withoutSecrets } from '../secrets/without-secrets.ts';

type Definition = Selectable<ActionDefinitionTable>;

/** The feature that disables the check of addresses, for installations whose actions call their own network. */
const privateFeature = 'private-action-addresses';
const shownAnswerCharacters = 1_000;

const unchanged: Redact = (text, characters) => text.slice(0, characters);

/** The limits of a call and the network that it uses. */
export interface HttpLimits {
  readonly timeoutMilliseconds: number;
  readonly maximumAnswerBytes: number;
  readonly network: Network;
}

const defaultLimits: HttpLimits = {
  timeoutMilliseconds: 10_000,
  maximumAnswerBytes: 1_048_576,
  network: publicNetwork,
};

type Configured = Pick<Services, 'configuration'>;
type Needs = Configured & Partial<Pick<Services, 'tracing' | 'metrics'>>;

/** Matches an address whose host contains a placeholder, possibly of a secret. */
const filledHost = /^[^:/?#]*:\/\/[^/?#]*\{\{/;

/** Starts the span of a call. It records neither the full address nor a host that contains a placeholder. */
const startCall = ({ tracing }: Needs, step: Step, call: HttpCall, definition: Definition): Span | undefined => {
  const isHostKnown = !filledHost.test(definition.endpoint_url ?? '');
  const { hostname, port, protocol } = call.url;
  return startBelow(tracing, step.context.span, call.method, {
    kind: 'client',
    attributes: {
      'http.request.method': call.method,
      'server.address': isHostKnown ? hostname : undefined,
      'server.port': isHostKnown ? Number(port || (protocol === 'https:' ? 443 : 80)) : undefined,
      'cfs.action_definition.id': definition.action_definition_id,
    },
  });
};

/** The addresses that calls of this installation may reach. */
const reachOf = ({ configuration }: Configured, network: Network): Pick<CallReach, 'network' | 'publicOrigin'> => ({
  network: configuration.features.has(privateFeature)
    ? undefined
    : allowIn(network, configuration.actionAllowedAddresses),
  publicOrigin: configuration.publicOrigin,
});

const resultOf = (status: number, text: string): ActionResult => {
  const detail = `HTTP ${status}${text ? `: ${text}` : ''}`;
  if (status >= 200 && status < 300) return { kind: 'done', detail };
  return { kind: status >= 500 || status === 429 ? 'again' : 'failed', detail };
};

const closedAddressIn = (error: unknown): ClosedAddressError | undefined => {
  if (error instanceof ClosedAddressError) return error;
  return error instanceof Error && error.cause !== undefined ? closedAddressIn(error.cause) : undefined;
};

/** The error codes of a failed connection; each address of a name may fail with a different one. */
const codesIn = (error: unknown): string[] => {
  if (error instanceof AggregateError) return [...new Set(error.errors.flatMap((each: unknown) => codesIn(each)))];
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? [code] : [];
};

const connectionFaults: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name was not found',
  EAI_AGAIN: 'its name could not be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was closed before the response',
};

const describeFault = (error: unknown, host: string): ActionResult => {
  const closed = closedAddressIn(error);
  if (closed) return { kind: 'failed', detail: closed.message };
  if (error instanceof AnswerRefusedError)
    return { kind: 'failed', detail: error.message, responseStatus: error.status };
  const codes = codesIn(error);
  if (codes.includes('UND_ERR_HEADERS_OVERFLOW'))
    return { kind: 'failed', detail: 'The headers of the response are larger than 16 KiB.' };
  if (error instanceof Error && error.name === 'HTTPParserError')
    return { kind: 'again', detail: `${host} did not respond with HTTP.` };
  const known = codes.map((code) => connectionFaults[code] ?? code);
  const fault = known.length > 0 ? known.join(', ') : error instanceof Error ? error.message : String(error);
  return { kind: 'again', detail: `${host} could not be called: ${fault}.` };
};

const send = async (
  call: HttpCall,
  services: Needs,
  step: Step,
  span: Span | undefined,
  { timeoutMilliseconds, maximumAnswerBytes, network }: HttpLimits,
  redact: Redact,
): Promise<ActionResult> => {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const { status, text } = await sendCall(call, {
      ...reachOf(services, network),
      maximumAnswerBytes,
      signal: AbortSignal.any([step.signal, timeout]),
      span: span?.reference,
    });
    return { ...resultOf(status, redact(text, shownAnswerCharacters)), responseStatus: status };
  } catch (error) {
    if (step.signal.aborted) return { kind: 'again', detail: 'The attempt was interrupted before the response.' };
    if (timeout.aborted)
      return { kind: 'again', detail: `There was no complete response within ${timeoutMilliseconds / 1_000} s.` };
    const fault = describeFault(error, call.url.host);
    return { ...fault, detail: redact(fault.detail, shownAnswerCharacters) };
  }
};

const endCall = (span: Span | undefined, { kind, responseStatus }: ActionResult): void => {
  span?.set({ 'http.response.status_code': responseStatus, 'cfs.action.result': kind });
  span?.end(kind === 'done' ? undefined : String(responseStatus ?? kind));
};

/**
 * Returns the call as its history records it, with placeholders for secrets. A host cannot contain a placeholder: if a
 * secret is part of it, the word `secret` replaces all secrets of the call.
 */
const recordOf = (definition: Definition, order: ActionOrder, idempotencyKey: string): RecordedRequest => {
  try {
    return recordedCall(httpCallOf(definition, withoutSecrets(order), idempotencyKey));
  } catch (error) {
    if (!(error instanceof UncallableError)) throw error;
    return recordedCall(httpCallOf(definition, withoutSecrets(order, 'secret'), idempotencyKey));
  }
};

/**
 * Makes the call that the definition describes, with its placeholders filled in. Closed addresses are refused after
 * name resolution and on every redirect, and so is the portal itself. The call is aborted after 10 s or 1 MiB. Server
 * errors, 429, timeouts and connection errors request another attempt. The result contains no value of a secret of the
 * order.
 */
export const callHttp = async (
  services: Needs,
  step: Step,
  order: ActionOrder,
  definition: Definition,
  limits = defaultLimits,
): Promise<ActionResult> => {
  try {
    const call = httpCallOf(definition, order, step.idempotencyKey);
    const request = recordOf(definition, order, step.idempotencyKey);
    const span = startCall(services, step, call, definition);
    const start = performance.now();
    const result = await send(call, services, step, span, limits, order.redact ?? unchanged);
    services.metrics?.actionCalls.observe({ result: result.kind }, (performance.now() - start) / 1_000);
    endCall(span, result);
    return { ...result, request };
  } catch (error) {
    if (error instanceof UncallableError) return { kind: 'failed', detail: error.message };
    throw error;
  }
};

/** The request of a future call, `undefined` if none can be sent, and why the call will be refused. */
export interface CallPreview {
  readonly request: RecordedRequest | undefined;
  readonly fault: string | undefined;
}

/** Why the address is refused; `undefined` if it is open or if its host is a secret. */
const refusalOf = (services: Configured, definition: Definition, order: ActionOrder): string | undefined => {
  try {
    expectOpen(httpCallOf(definition, withoutSecrets(order), '').url, reachOf(services, publicNetwork));
    return undefined;
  } catch (error) {
    if (error instanceof ClosedAddressError) return error.message;
    if (error instanceof UncallableError) return undefined;
    throw error;
  }
};

/**
 * Returns what `callHttp` would send for an order, without the values of secrets. Sends nothing and resolves no name:
 * the address is checked as far as it is known without them.
 */
export const previewCall = (
  services: Configured,
  order: ActionOrder,
  definition: Definition,
  idempotencyKey: string,
): CallPreview => {
  try {
    const request = recordOf(definition, order, idempotencyKey);
    return { request, fault: refusalOf(services, definition, order) };
  } catch (error) {
    if (!(error instanceof UncallableError || error instanceof FilledTextTooLong)) throw error;
    return { request: undefined, fault: error.message };
  }
};
