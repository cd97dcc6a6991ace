import type { Person } from '@cfs/contracts/access-people';
import { useCallback } from 'react';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { attempt } from './access-calls.ts';
import { useSavePerson } from './access-queries.ts';

/** Enables a disabled person, or disables an enabled one after a confirmation. */
export const useTogglePerson = () => {
  const ask = useAsk();
  const save = useSavePerson();
  return useCallback(
    async ({ userId, mail, enabled, modified }: Person): Promise<void> => {
      const text = `Disable ${mail}? Their requests are rejected within a second, even in sessions that are open now.`;
      const question = { title: 'Disable Person', text, yes: 'Disable', no: 'Cancel', isDestructive: true };
      if (enabled && (await ask(question)) === undefined) return;
      await attempt(() => save({ enabled: !enabled, modified }, userId));
    },
    [ask, save],
  );
};
