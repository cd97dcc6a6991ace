import { registerHooks } from 'node:module';

/** Prints the packages of OpenTelemetry that the server loads while tracing is off; prom-client needs the API. */
const loaded: string[] = [];
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('@opentelemetry/') && specifier !== '@opentelemetry/api') loaded.push(specifier);
    return next(specifier, context);
  },
});
const { startTracing } = await import('./start-tracing.ts');
await import('../../serve.ts');
const log = { warn: () => undefined, info: () => undefined };
const tracing = await startTracing({ tracing: undefined }, log);
process.stdout.write(JSON.stringify({ loaded, isOn: tracing !== undefined }));
