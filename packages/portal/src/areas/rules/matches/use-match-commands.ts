import { useMemo } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import { notify } from '../../../lib/notify.ts';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { matchName, type RuleMatch } from '../rule-match.ts';
import { ruleMatchSet } from './rule-match-set.ts';

/** Commands that acknowledge a match, and end it with a reason. */
export const useMatchCommands = () => {
  const ask = useAsk();
  const refresh = useRefresh();
  return useMemo(() => {
    const run = async (path: string, body: object | undefined, done: string): Promise<void> => {
      try {
        await api.post(path, body);
        notify.success(done);
      } catch (error) {
        notifyProblem(error);
      } finally {
        await refresh(ruleMatchSet);
      }
    };
    return {
      acknowledge: (match: RuleMatch): Promise<void> =>
        run(`${ruleMatchSet}/${match.ruleMatchId}/acknowledge`, undefined, `${matchName(match)} is acknowledged.`),
      expire: async (match: RuleMatch): Promise<void> => {
        const reason = await ask({
          title: `Expire ${matchName(match)} now`,
          text: 'The match ends now and its expiration actions run. The next hit begins another match.',
          input: 'Reason',
          yes: 'Expire Now',
          no: 'Cancel',
        });
        if (reason === undefined) return;
        await run(`${ruleMatchSet}/${match.ruleMatchId}/expire`, { reason }, `${matchName(match)} has ended.`);
      },
    };
  }, [ask, refresh]);
};
