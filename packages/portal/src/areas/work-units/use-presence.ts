import { presenceInterval, type Presence, type Present } from '@cfs/contracts/work-unit-presence';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, type CallOptions } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/polling.ts';
import { workUnitSet } from './work-unit-row.ts';

const tell = (workUnitId: number, mode: Presence['mode'], options: CallOptions): Promise<Response> =>
  call('POST', `${workUnitSet}/${workUnitId}/presence`, { ...options, body: { mode }, ownDenial: true });

/** Somebody who is not told of in time counts as gone by themselves, so a farewell that fails needs no second try. */
const sayFarewell = (workUnitId: number): void =>
  void tell(workUnitId, 'left', { keepalive: true }).catch(() => undefined);

/**
 * Tells others every 5 s that the person has a unit open, at once when they begin to edit, and when they leave it or
 * the page. Answers who else has it open and how far it has come, and when that was asked; nothing while it cannot be
 * known. It rests in a hidden tab.
 */
export const usePresence = (workUnitId: number, isEditing: boolean) => {
  const mode = isEditing ? 'editing' : 'viewing';
  useEffect(() => {
    const leave = (): void => sayFarewell(workUnitId);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [workUnitId]);
  const { data, dataUpdatedAt, isError } = useQuery({
    queryKey: ['workUnitPresence', workUnitId, mode],
    queryFn: async ({ signal }) => (await (await tell(workUnitId, mode, { signal })).json()) as Present,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    ...pollEvery(presenceInterval),
  });
  return { present: isError ? undefined : data, askedAt: dataUpdatedAt };
};
