import { backtestInputSchema, backtestSchema } from '@cfs/contracts/rule-backtests';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { backtestRule } from './backtest-rule.ts';

/** Longest time of a back-test: its snapshot prevents vacuum while it runs. */
const mostMilliseconds = 120_000;

/** The back-test of a rule before it is saved (docs/reference/rules.md#back-test). */
export const backtestRoutes = (app: App, services: Services): void => {
  app.post(
    '/v1/rules/backtest',
    {
      config: {
        unaudited: 'nothing written',
        permission: ['Rules:create', 'Rules:edit'],
        summary: 'Test a rule on stored packets',
        answers: { 200: backtestSchema },
      },
      schema: { body: backtestInputSchema },
    },
    async ({ context, body, raw }, reply) => {
      const gone = new AbortController();
      raw.socket.once('close', () => gone.abort());
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(mostMilliseconds)]);
      try {
        return await backtestRule(services, context, body, signal);
      } catch (error) {
        if (!gone.signal.aborted) throw error;
        return reply.hijack();
      }
    },
  );
};
