import { presenceIntervalMilliseconds, type Presence, type Present } from '@cfs/contracts/work-unit-presence';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, pageScope, sendKeepalive } from '../../../lib/api/api-client.ts';
import { readJson } from '../../../lib/api/read-body.ts';
import { pollEvery } from '../../../lib/timing/polling.ts';
import { workUnitSet } from '../work-unit-row.ts';

const addressOf = (workUnitId: number): string => `${workUnitSet}/${workUnitId}/presence`;

const show = async (workUnitId: number, mode: Presence['mode'], signal: AbortSignal): Promise<Present> => {
  const answer = await call('POST', addressOf(workUnitId), { body: { mode }, signal, handlesForbidden: true });
  return readJson<Present>(answer);
};

const left: Presence = { mode: 'left' };

/**
 * Reports every 5 s that the user has a unit open, immediately when they begin to edit, and when they leave the unit or
 * the page. Returns who else has it open with the current state of the unit, `undefined` if that is unknown, and the
 * time of the response. Pauses in a hidden tab.
 */
export const usePresence = (workUnitId: number, isEditing: boolean) => {
  const mode = isEditing ? 'editing' : 'viewing';
  useEffect(() => {
    // If a link to another tenant is followed, the URL already names that tenant when this unit is left.
    const scope = pageScope();
    const leave = (): void => void sendKeepalive(addressOf(workUnitId), left, scope);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [workUnitId]);
  const { data, dataUpdatedAt, isError } = useQuery({
    queryKey: ['workUnitPresence', workUnitId, mode],
    queryFn: ({ signal }) => show(workUnitId, mode, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    ...pollEvery(presenceIntervalMilliseconds),
  });
  return { present: isError ? undefined : data, askedAt: dataUpdatedAt };
};
