import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Configuration } from './configuration.ts';

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

const redact = {
  paths: secretMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  censor: '[redacted]',
};

/** JSON lines in production, pretty-printed otherwise. */
export const createLog = (configuration: Pick<Configuration, 'production' | 'logLevel'>): Logger => {
  const options = { level: configuration.logLevel, redact, base: null };
  return configuration.production
    ? pino(options)
    : pino(options, pretty({ sync: true, translateTime: 'HH:MM:ss', colorize: process.stdout.isTTY === true }));
};
