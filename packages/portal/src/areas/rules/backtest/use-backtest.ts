import type { Backtest } from '@cfs/contracts/rule-backtests';
import type { ValidRule } from '@cfs/contracts/rules';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { ruleSet } from '../rule-row.ts';

/** The state of the last back-test. */
export type BacktestState =
  | { readonly status: 'idle' | 'running' | 'cancelled' }
  | { readonly status: 'failed'; readonly detail: string }
  | { readonly status: 'done'; readonly backtest: Backtest };

interface BacktestOrder {
  readonly ruleId: string | undefined;
  readonly days: number;
  readonly rule: ValidRule;
}

/**
 * Runs one back-test at a time. Cancelling it or leaving the panel aborts the request, which ends the work of the
 * server.
 */
export const useBacktest = () => {
  const [state, setState] = useState<BacktestState>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (order: BacktestOrder): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ status: 'running' });
    try {
      const backtest = await api.post<Backtest>(`${ruleSet}/backtest`, order, { signal: controller.signal });
      if (!controller.signal.aborted) setState({ status: 'done', backtest });
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      setState({ status: 'failed', detail: error.detail });
    }
  };
  const cancel = (): void => {
    running.current?.abort();
    setState({ status: 'cancelled' });
  };
  return { state, run, cancel } as const;
};
