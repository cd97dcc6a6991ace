import type { SavedView, SavedViewCreate, SavedViewUpdate } from '@cfs/contracts/saved-views';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { api } from '../../lib/api/api-client.ts';
import { isColumnChoice, noColumnChoice } from '../../lib/column-choice.ts';
import { usePreference } from '../../lib/preferences.ts';
import { addressOfView, areSameColumns, areSameQueries, isBare, queryOfView, viewName } from '../../lib/saved-views.ts';

const set = '/v1/savedViews';

/** The view that a screen opens with, kept as a preference so that the first paint knows it. */
interface DefaultView {
  readonly savedViewId: string;
  readonly query: string;
}

const isDefaultView = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'savedViewId' in value &&
  typeof value.savedViewId === 'string' &&
  'query' in value &&
  typeof value.query === 'string';

/** Opens a screen that was asked for nothing with the person's own view; what they do afterwards stays theirs. */
const useDefaultView = (standard: DefaultView | undefined, own: readonly string[]): void => {
  const [query, patch] = useAddressQuery();
  const isSettled = useRef(false);
  const opensBare = isBare(query);
  useEffect(() => {
    if (isSettled.current) return;
    if (!opensBare) isSettled.current = true;
    else if (standard) {
      isSettled.current = true;
      patch(addressOfView(standard.savedViewId, standard.query, own), { replace: true });
    }
  }, [opensBare, standard, own, patch]);
};

/** A person's views of one screen: which there are, which is on, and what can be done with them. */
export const useSavedViews = (screen: string, own: readonly string[], isOpen: boolean) => {
  const queries = useQueryClient();
  const [query, patch] = useAddressQuery();
  const [columns, setColumns] = usePreference(`columns:${screen}`, noColumnChoice, isColumnChoice);
  const [standard, setStandard] = usePreference<DefaultView | undefined>(
    `default-view:${screen}`,
    undefined,
    isDefaultView,
  );
  useDefaultView(standard, own);

  const activeId = query[viewName];
  const { data, error, refetch } = useQuery({
    queryKey: [set, screen],
    queryFn: ({ signal }) => api.get<readonly SavedView[]>(`${set}?screen=${screen}`, { signal }),
    enabled: isOpen || activeId !== undefined,
    staleTime: 60_000,
  });
  const views = data ?? [];
  const active = views.find(({ savedViewId }) => savedViewId === activeId);
  const current = { query: queryOfView(query, own), columns };
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: [set, screen] }), [queries, screen]);

  const change = async (view: SavedView, changes: SavedViewUpdate): Promise<void> => {
    await api.post(`${set}/${view.savedViewId}`, changes);
    if (standard?.savedViewId === view.savedViewId && changes.query !== undefined)
      setStandard({ ...standard, query: changes.query });
    await refresh();
  };

  const create = async (body: Omit<SavedViewCreate, 'screen'>): Promise<SavedView> => {
    const view = await api.put<SavedView>(set, { ...body, screen });
    await refresh();
    return view;
  };

  return {
    views,
    isLoaded: data !== undefined,
    error,
    retry: () => void refetch(),
    active,
    isChanged:
      active !== undefined &&
      !(
        areSameQueries(active.query, current.query, own) &&
        (active.columns === null || areSameColumns(active.columns, current.columns))
      ),
    isDefault: (view: SavedView) => standard?.savedViewId === view.savedViewId,
    apply: (view: SavedView) => {
      if (isColumnChoice(view.columns)) setColumns(view.columns as typeof columns);
      patch(addressOfView(view.savedViewId, view.query, own));
    },
    /** Goes back to what the screen shows by itself. */
    leave: () => patch(addressOfView(undefined, '', own)),
    save: async (name: string) => {
      const view = await create({ ...current, name });
      patch({ [viewName]: view.savedViewId }, { replace: true });
    },
    update: (view: SavedView) => change(view, current),
    rename: (view: SavedView, name: string) => change(view, { name }),
    move: (view: SavedView, position: number) => change(view, { position }),
    setDefault: (view: SavedView | undefined) =>
      setStandard(view && { savedViewId: view.savedViewId, query: view.query }),
    /** Deletes a view; answers how to bring it back. */
    remove: async (view: SavedView): Promise<() => Promise<void>> => {
      const position = views.indexOf(view);
      const wasDefault = standard?.savedViewId === view.savedViewId;
      await api.delete(`${set}/${view.savedViewId}`);
      if (wasDefault) setStandard(undefined);
      if (activeId === view.savedViewId) patch({ [viewName]: undefined }, { replace: true });
      await refresh();
      return async () => {
        await create({ ...view, position });
        if (wasDefault) setStandard(standard);
      };
    },
  };
};

export type SavedViews = ReturnType<typeof useSavedViews>;
