import { pino, type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Configuration } from './configuration.ts';
import { actorId, type Context } from './context.ts';
import { describeError } from './describe-error.ts';
import { ambientOrigin } from './tracing/ambient-origin.ts';
import type { Origin } from './tracing/tracing.ts';

/** Members redacted from log lines, up to two levels deep. */
const secretMembers = [
  'authorization',
  'cookie',
  'password',
  'token',
  'generatedToken',
  'secret',
  'value',
  'privateKey',
];

const censor = '[redacted]';

const redact = {
  paths: secretMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  censor,
};

/** Credentials that occur in texts, such as the message of an error; the captured part is kept, the rest replaced. */
const secretTexts: readonly RegExp[] = [
  /(\b(?:Bearer|Basic)\s+)[\w.~+/=-]{4,}/gi,
  /()\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /()\bcfs_[\w-]{16,}/g,
  /(:\/\/[^\s/:@"\\]*:)[^\s/@"\\]+(?=@)/g,
  /([?&][\w-]*(?:token|key|secret|signature|password|code)[\w-]*=)[^&\s"\\]+/gi,
];

const withoutSecrets = (line: string): string =>
  secretTexts.reduce((text, pattern) => text.replaceAll(pattern, `$1${censor}`), line);

/**
 * JSON lines in production, pretty-printed otherwise; to standard output unless another destination is given. Members
 * that hold secrets are redacted, and so are credentials in texts. While tracing is on, a line that is written within a
 * request or step has its `traceId`.
 */
export const createLog = (
  configuration: Pick<Configuration, 'production' | 'logLevel'>,
  destination?: DestinationStream,
): Logger => {
  const options = {
    level: configuration.logLevel,
    redact,
    base: null,
    serializers: { err: describeError },
    hooks: { streamWrite: withoutSecrets },
    mixin: () => {
      const origin = ambientOrigin();
      return origin ? { traceId: origin.traceId } : {};
    },
  };
  if (destination) return pino(options, destination);
  return configuration.production
    ? pino(options)
    : pino(options, pretty({ sync: true, translateTime: 'HH:MM:ss', colorize: process.stdout.isTTY === true }));
};

/** The fields of a log line that identify its origin: `tenantId`, `actor` (its kind and id) and `traceId`. */
export const namesOf = ({ tenantId, actor, traceId }: Context) => ({
  tenantId,
  actor: `${actor.kind}:${actorId(actor) ?? actor.name}`,
  traceId,
});

/** The same for an origin without a context: its trace only. */
export const traceOf = (origin: Origin | undefined) => (origin ? { traceId: origin.traceId } : {});
