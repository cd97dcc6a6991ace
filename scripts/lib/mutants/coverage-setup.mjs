import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

// A worker is ended by a signal, at which Node writes no coverage. The first hook registered is the last one to run.
afterAll(() => {
  if (process.env['NODE_V8_COVERAGE']) takeCoverage();
});
