import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

// A worker is terminated by a signal, after which Node writes no coverage. The first registered hook runs last.
afterAll(() => {
  if (process.env['NODE_V8_COVERAGE']) takeCoverage();
});
