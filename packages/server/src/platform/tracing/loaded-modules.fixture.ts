import { registerHooks } from 'node:module';

/** The OpenTelemetry packages that the server loads while tracing is off, without the API, which prom-client needs. */
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
