import { Gauge, type Registry } from 'prom-client';
import type { Tracing } from './tracing.ts';

/** Adds `trace_spans`: the spans since the start that were exported, and those that were dropped. */
export const measureSpans = (registry: Registry, { counts }: Tracing): void => {
  new Gauge({
    name: 'trace_spans',
    help: 'Spans since the start that were exported, and that were dropped because the receiver did not accept them.',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.set({ outcome: 'exported' }, counts.exported);
      this.set({ outcome: 'dropped' }, counts.dropped);
    },
  });
};
