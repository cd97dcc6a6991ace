import type { ChecklistItem } from '@cfs/contracts/work-unit-checklists';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { usePreloaded } from '../../../lib/api/preloaded-answers.tsx';
import { callOnce } from '../../../lib/call-once.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import { workUnitSet, type WorkUnitRow } from '../work-unit-row.ts';

export const checklistKey = 'workUnitChecklist';

type Items = readonly ChecklistItem[];

export const inOrder = (items: Items): Items => items.toSorted((one, other) => one.position - other.position);

/** The checklist of a unit, in order: the one that was loaded with the unit, until it is fetched again. */
export const useChecklist = ({ workUnitId, checklist = [] }: Pick<WorkUnitRow, 'workUnitId' | 'checklist'>): Items =>
  useQuery({
    queryKey: [checklistKey, workUnitId],
    queryFn: async ({ signal }) =>
      (await api.get<{ readonly value: Items }>(`${workUnitSet}/${workUnitId}/checklist`, { signal })).value,
    initialData: () => inOrder(checklist),
    staleTime: Infinity,
    ...usePreloaded<Items>([checklistKey, workUnitId]),
    gcTime: 0,
  }).data;

/** Returns the item that a new order of the ids moves, and its new position; `undefined` if it moves none. */
export const moveIn = (
  before: readonly string[],
  after: readonly string[],
): { readonly id: string; readonly position: number } | undefined => {
  const first = after.findIndex((id, index) => id !== before[index]);
  const [was, is] = [before[first], after[first]];
  if (was === undefined || is === undefined) return undefined;
  return after[first + 1] === was ? { id: is, position: first } : { id: was, position: after.indexOf(was) };
};

/** Commands that change the checklist of a unit. A failure shows its reason and the items as stored. */
export const useChecklistCommands = (workUnitId: number) => {
  const client = useQueryClient();
  const refresh = useRefresh();
  const path = `${workUnitSet}/${workUnitId}/checklist`;
  const attempt = async (change: () => Promise<unknown>): Promise<boolean> => {
    try {
      await change();
      return true;
    } catch (error) {
      notifyProblem(error, ({ errors, detail }) =>
        errors['modified'] ? 'Another user has changed this item.' : detail,
      );
      return false;
    } finally {
      await refresh(checklistKey, workUnitHistoryKey, workUnitSet);
    }
  };
  const show = (items: (known: Items) => Items): void => {
    client.setQueryData<Items>([checklistKey, workUnitId], (known) => items(known ?? []));
  };
  const showItem = (item: ChecklistItem): void =>
    show((known) => known.map((each) => (each.checklistItemId === item.checklistItemId ? item : each)));
  return {
    add: (text: string): Promise<boolean> =>
      attempt(async () => {
        const item = await api.put<ChecklistItem>(path, { text });
        show((known) => [...known, item]);
      }),
    /** Ticks or unticks an item, unless a tick of it is pending. */
    tick: async (item: ChecklistItem): Promise<void> => {
      await callOnce(`tick ${item.checklistItemId}`, async () => {
        const isDone = !item.isDone;
        showItem({ ...item, isDone });
        const ticked = api.post<ChecklistItem>(`${path}/${item.checklistItemId}`, { isDone, modified: item.modified });
        // The item can be ticked again before everything that shows it has been refreshed.
        void attempt(async () => showItem(await ticked));
        await ticked.catch(() => undefined);
      });
    },
    rename: ({ checklistItemId, modified }: ChecklistItem, text: string): Promise<boolean> =>
      attempt(async () => {
        showItem(await api.post<ChecklistItem>(`${path}/${checklistItemId}`, { text, modified }));
      }),
    reorder: async (items: Items, ids: readonly string[]): Promise<void> => {
      const before = items.map(({ checklistItemId }) => checklistItemId);
      const move = moveIn(before, ids);
      const item = items.find(({ checklistItemId }) => checklistItemId === move?.id);
      if (!move || !item) return;
      const { position } = move;
      await attempt(() => api.post(`${path}/${move.id}`, { position, modified: item.modified }));
    },
    remove: async ({ checklistItemId }: ChecklistItem): Promise<void> => {
      await callOnce(`remove ${checklistItemId}`, () => attempt(() => api.delete(`${path}/${checklistItemId}`)));
    },
  };
};
