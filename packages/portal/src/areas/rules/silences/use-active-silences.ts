import { pollIntervals } from '@cfs/contracts/sizes';
import { useState } from 'react';
import { useRows } from '../../../lib/api/use-list.ts';
import { useOverTime } from '../../../lib/timing/use-over-time.ts';
import { silenceSet, type SilenceRow } from './silence.ts';

const none: readonly SilenceRow[] = [];

/** The silences that have not ended, those with the latest end first; polled every 30 s. */
export const useActiveSilences = (enabled = true): readonly SilenceRow[] => {
  const [opened] = useState(() => new Date().toISOString());
  const { data } = useRows<SilenceRow>(
    silenceSet,
    {
      filter: `ended eq null and until gt ${opened}`,
      expand: 'rule',
      orderBy: [{ field: 'until', direction: 'desc' }],
      top: 500,
    },
    { poll: pollIntervals.ruleMatches, enabled },
  );
  const silences = data ?? none;
  // The silences are ordered by their end, so those that have not ended come first.
  const active = useOverTime((now) => silences.filter(({ until }) => new Date(until) > now).length);
  return silences.slice(0, active);
};
