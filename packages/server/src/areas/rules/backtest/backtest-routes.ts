import { backtestInputSchema, backtestSchema } from '@cfs/contracts/rule-backtests';
import { withLaggingReads } from '../../../platform/database/lagging-reads.ts';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { webShareOf } from '../../../platform/web-share.ts';
import { backtestRule } from './backtest-rule.ts';
import { inTurn, maxBacktests } from './backtest-turns.ts';
import { tooMuch } from './too-much.ts';

/** Longest duration of a back-test: its snapshot holds back vacuum while it runs. */
const maxMilliseconds = 120_000;

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
    async ({ context, body }, reply) => {
      const gone = new AbortController();
      const late = AbortSignal.timeout(maxMilliseconds);
      // Aborting after the response has no effect.
      reply.raw.once('close', () => gone.abort());
      try {
        return await inTurn(
          context,
          () => backtestRule(withLaggingReads(services), context, body, AbortSignal.any([gone.signal, late])),
          webShareOf(maxBacktests, services.configuration.webProcesses),
        );
      } catch (error) {
        if (gone.signal.aborted) return reply.hijack();
        throw late.aborted ? tooMuch('The back-test took more than 2 minutes.') : error;
      }
    },
  );
};
