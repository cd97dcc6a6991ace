import { isSameMail } from '@cfs/contracts/is-same-mail';
import type { Watcher } from '@cfs/contracts/work-unit-watchers';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { useMemo } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { callOnce } from '../../../lib/call-once.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { useCurrentUser } from '../../../lib/lookups.ts';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import { notify } from '../../../lib/notify.ts';
import { patchOf } from '../../../lib/forms/patch.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import { workUnitSet, type WorkUnitRow } from '../work-unit-row.ts';
import { saveFailure } from './save-failure.ts';

type AssignedUnit = Pick<WorkUnit, 'workUnitId' | 'publicWorkUnitId' | 'assignedTo'>;

/** Makes a call unless one with the same key is in flight. If it fails, shows why and resolves with `undefined`. */
const attempt = <Result>(key: string, call: () => Promise<Result>): Promise<Result | undefined> =>
  callOnce(key, async () => {
    try {
      return await call();
    } catch (error) {
      notifyProblem(error, saveFailure);
      return undefined;
    }
  });

const watchKey = ({ workUnitId }: Pick<WorkUnit, 'workUnitId'>): string => `watch ${workUnitId}`;

/** The URL that opens a unit in the list of its tenant. */
export const unitLink = ({ tenantId, workUnitId }: Pick<WorkUnit, 'tenantId' | 'workUnitId'>): string =>
  `${window.location.origin}/${tenantId}/workunitsv2?workUnitId=${workUnitId}`;

/** Commands on a unit that need no form, for the list and the panel. */
export const useUnitCommands = () => {
  const user = useCurrentUser();
  const refresh = useRefresh();
  return useMemo(() => {
    const isMine = ({ assignedTo }: Pick<WorkUnit, 'assignedTo'>): boolean =>
      isSameMail(assignedTo, user?.userName ?? null);
    return {
      isMine,
      /**
       * Assigns the unit to the signed-in user. Resolves with the saved unit, or with `undefined` if nothing was saved.
       */
      assignToMe: (unit: AssignedUnit): Promise<WorkUnit | undefined> =>
        attempt(`assign ${unit.workUnitId}`, async () => {
          const { workUnitId, publicWorkUnitId, assignedTo } = unit;
          if (!user) return undefined;
          if (isMine(unit)) {
            notify.info(`Work unit #${publicWorkUnitId} is already assigned to you.`);
            return undefined;
          }
          const patch = patchOf({ assignedTo }, { assignedTo: user.userName });
          const saved = await api.patch<WorkUnit>(`${workUnitSet}/${workUnitId}`, patch);
          notify.success(`Work unit #${publicWorkUnitId} assigned to you.`);
          // Not awaited, so that the panel receives this unit before any that is saved later.
          void refresh(workUnitSet, workUnitHistoryKey);
          return saved;
        }),
      /** The signed-in user among the watchers; `undefined` if they do not watch the unit. */
      watching: ({ watchers = [] }: Pick<WorkUnitRow, 'watchers'>) =>
        watchers.find(({ mail }) => isSameMail(mail, user?.userName ?? null)),
      /** Watches the unit. Resolves with the watcher, or with `undefined` if the call fails. */
      watch: (unit: Pick<WorkUnit, 'workUnitId' | 'publicWorkUnitId'>): Promise<Watcher | undefined> =>
        attempt(watchKey(unit), async () => {
          const watcher = await api.put<Watcher>(`${workUnitSet}/${unit.workUnitId}/watch`, {});
          notify.success(`You watch work unit #${unit.publicWorkUnitId}.`);
          void refresh(workUnitSet);
          return watcher;
        }),
      unwatch: (
        unit: Pick<WorkUnit, 'workUnitId' | 'publicWorkUnitId'>,
        userId: string,
      ): Promise<boolean | undefined> =>
        attempt(watchKey(unit), async () => {
          await api.delete(`${workUnitSet}/${unit.workUnitId}/watchers/${userId}`);
          notify.success(`You no longer watch work unit #${unit.publicWorkUnitId}.`);
          await refresh(workUnitSet);
          return true;
        }),
      copyLink: async (unit: Pick<WorkUnit, 'tenantId' | 'workUnitId'>): Promise<void> => {
        if (await copyText(unitLink(unit))) notify.info('Link copied to clipboard.');
      },
    };
  }, [user, refresh]);
};
