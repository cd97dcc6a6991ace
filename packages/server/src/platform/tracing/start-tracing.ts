import type { Configuration } from '../configuration.ts';
import type { SpanLog, Tracing } from './tracing.ts';

/** Starts tracing if it is configured. Otherwise nothing of OpenTelemetry is loaded. */
export const startTracing = async (
  { tracing }: Pick<Configuration, 'tracing'>,
  log: SpanLog,
): Promise<Tracing | undefined> => {
  if (!tracing) return undefined;
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  return startOpenTelemetry(tracing, log);
};
