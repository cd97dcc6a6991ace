import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { EvaluationCosts } from './evaluation-costs.ts';

/** Milliseconds after which evaluation yields to the event loop. */
const turnMilliseconds = 2;
const microsecondsPerUnit = 10;

/** Processor time of this thread in microseconds. It excludes the time that the thread waits for a busy processor. */
const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/** Yields to the event loop during long evaluations, and adds their processor time to the costs of tenants. */
export interface EvaluationTurns {
  /** Starts the evaluation for a tenant, and ends the one for the previous tenant. */
  enter(tenantId: string): void;
  isDue(): boolean;
  /** @throws EvaluationPostponed when the tenant is beyond its budget. */
  take(): Promise<void>;
  /** Ends the evaluation. */
  end(): void;
}

/** Creates the turns of one evaluation. Between the first `enter` and `end` the evaluation may await only its turns. */
export const createEvaluationTurns = (costs: EvaluationCosts): EvaluationTurns => {
  let tenant: string | undefined;
  let began = performance.now();
  let processorTimeBegan = 0;
  const charge = (): void => {
    const now = processorTime();
    if (tenant !== undefined) costs.add(tenant, (now - processorTimeBegan) / microsecondsPerUnit);
    processorTimeBegan = now;
  };
  return {
    enter(tenantId) {
      if (tenantId === tenant) return;
      if (tenant === undefined) began = performance.now();
      charge();
      tenant = tenantId;
    },
    isDue: () => performance.now() - began > turnMilliseconds,
    async take() {
      charge();
      if (tenant !== undefined) costs.requireBudget(tenant);
      await turnOfTheLoop();
      began = performance.now();
      processorTimeBegan = processorTime();
    },
    end() {
      charge();
      tenant = undefined;
    },
  };
};
