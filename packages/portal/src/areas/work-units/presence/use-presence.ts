import { presenceIntervalMilliseconds, type Presence, type Present } from '@cfs/contracts/work-unit-presence';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, pageScope, sendKeepalive } from '../../../lib/api/api-client.ts';
import { readJson } from '../../../lib/api/read-body.ts';
import { pollEvery } from '../../../lib/polling.ts';
import { workUnitSet } from '../work-unit-row.ts';

const addressOf = (workUnitId: number): string => `${workUnitSet}/${workUnitId}/presence`;

const show = async (workUnitId: number, mode: Presence['mode'], signal: AbortSignal): Promise<Present> => {
  const answer = await call('POST', addressOf(workUnitId), { body: { mode }, signal, handlesForbidden: true });
  return readJson<Present>(answer);
};

const left: Presence = { mode: 'left' };

/**
 * Tells others every 5 s that the person has a unit open, at once when they begin to edit, and when they leave it or
 * the page. Answers who else has it open and how far it has come, and when that was asked; nothing while it cannot be
 * known. It rests in a hidden tab.
 */
export const usePresence = (workUnitId: number, isEditing: boolean) => {
  const mode = isEditing ? 'editing' : 'viewing';
  useEffect(() => {
    // A unit that a link to another tenant leads away from is left when the address names that tenant already.
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
