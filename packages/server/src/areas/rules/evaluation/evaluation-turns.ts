import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { EvaluationCosts } from './evaluation-costs.ts';

/** Milliseconds after which evaluation lets the event loop turn. */
const turnMilliseconds = 2;
const microsecondsPerUnit = 10;

/** Microseconds of processor time of this thread, which do not pass while it waits for a busy processor. */
const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/** Lets the event loop turn during long evaluation, and adds its processor time to the costs of tenants. */
export interface EvaluationTurns {
  /** Begins the evaluation for a tenant, and ends that for another. */
  enter(tenantId: string): void;
  isDue(): boolean;
  /** @throws EvaluationPostponed when the tenant is beyond its budget. */
  take(): Promise<void>;
  /** Ends the evaluation. */
  end(): void;
}

/** Between the first tenant that is entered and the end, evaluation waits for nothing but its turns. */
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
