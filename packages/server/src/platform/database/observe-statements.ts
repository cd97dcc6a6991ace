import { startBelow, errorTypeOf, type SpanReference, type Tracing } from '../tracing/tracing.ts';
import { describeStatement } from './describe-statement.ts';

/** Called before a statement is sent; returns a function to call when it has ended, with the error if it failed. */
export type ObserveStatement = (text: string, span: SpanReference | undefined) => (error?: unknown) => void;

/** Measures statements in seconds. */
export interface StatementDurations {
  observe(labels: { readonly access: string }, seconds: number): void;
}

/**
 * Measures the statements of one kind of access of the gate, and records a span for each in a recorded trace.
 * A span has the text with its placeholders and never a value or the message of an error.
 */
export const observeStatements = (
  access: string,
  {
    tracing,
    durations,
  }: { readonly tracing?: Tracing | undefined; readonly durations?: StatementDurations | undefined },
): ObserveStatement | undefined => {
  if (!tracing && !durations) return undefined;
  const labels = { access };
  return (text, parent) => {
    const started = performance.now();
    const span = startBelow(tracing, parent, 'statement', { kind: 'client' });
    if (span) {
      const { summary, operation, text: shown } = describeStatement(text);
      span.rename(summary);
      span.set({
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.summary': summary,
        'db.query.text': shown,
        'cfs.gate.access': access,
      });
    }
    return (error) => {
      durations?.observe(labels, (performance.now() - started) / 1_000);
      span?.end(error === undefined ? undefined : errorTypeOf(error));
    };
  };
};
