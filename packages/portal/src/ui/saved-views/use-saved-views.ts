import type { SavedView, SavedViewCreate, SavedViewUpdate } from '@cfs/contracts/saved-views';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShippedView } from '@cfs/contracts/shipped-views';
import { useCallback, useEffect, useRef } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { api } from '../../lib/api/api-client.ts';
import { isColumnChoice, noColumnChoice } from '../../lib/lists/column-choice.ts';
import { usePreference } from '../../lib/preferences/preferences.ts';
import {
  addressOfView,
  areSameColumns,
  areSameQueries,
  isEmptyQuery,
  queryOfView,
  viewParameter,
} from '../../lib/lists/saved-views.ts';

const set = '/v1/savedViews';
const noViews: readonly ShippedView[] = [];

/** The view that a screen opens with, a preference: the first paint does not wait for the views. */
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

/** Applies the default view once, to a screen that was opened without a query. */
const useDefaultView = (defaultView: DefaultView | undefined, own: readonly string[]): void => {
  const [query, patch] = useAddressQuery();
  const isDone = useRef(false);
  const hasEmptyQuery = isEmptyQuery(query);
  useEffect(() => {
    if (isDone.current) return;
    if (!hasEmptyQuery) isDone.current = true;
    else if (defaultView) {
      isDone.current = true;
      patch(addressOfView(defaultView.savedViewId, defaultView.query, own), { replace: true });
    }
  }, [hasEmptyQuery, defaultView, own, patch]);
};

/** The saved views of a screen, the active one, and the operations on them. */
export const useSavedViews = (
  screen: string,
  own: readonly string[],
  isOpen: boolean,
  shipped: readonly ShippedView[] = noViews,
) => {
  const queries = useQueryClient();
  const [query, patch] = useAddressQuery();
  const [columns, setColumns] = usePreference(`columns:${screen}`, noColumnChoice, isColumnChoice);
  const [defaultView, setDefaultView] = usePreference<DefaultView | undefined>(
    `default-view:${screen}`,
    undefined,
    isDefaultView,
  );
  useDefaultView(defaultView, own);

  const activeId = query[viewParameter];
  const activeShipped = shipped.find(({ key }) => key === activeId);
  const { data, error, refetch } = useQuery({
    queryKey: [set, screen],
    queryFn: ({ signal }) => api.get<readonly SavedView[]>(`${set}?screen=${screen}`, { signal }),
    enabled: isOpen || (activeId !== undefined && !activeShipped),
    staleTime: 60_000,
  });
  const views = data ?? [];
  const active = views.find(({ savedViewId }) => savedViewId === activeId);
  const current = { query: queryOfView(query, own), columns };
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: [set, screen] }), [queries, screen]);

  const change = async (view: SavedView, changes: SavedViewUpdate): Promise<void> => {
    try {
      await api.post(`${set}/${view.savedViewId}`, changes);
      if (defaultView?.savedViewId === view.savedViewId && changes.query !== undefined)
        setDefaultView({ ...defaultView, query: changes.query });
    } finally {
      await refresh();
    }
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
    activeShipped,
    isChanged:
      (activeShipped !== undefined && !areSameQueries(activeShipped.query, current.query, own)) ||
      (active !== undefined &&
        !(
          areSameQueries(active.query, current.query, own) &&
          (active.columns === null || areSameColumns(active.columns, current.columns))
        )),
    isDefault: (view: SavedView) => defaultView?.savedViewId === view.savedViewId,
    apply: (view: SavedView) => {
      if (isColumnChoice(view.columns)) setColumns(view.columns as typeof columns);
      patch(addressOfView(view.savedViewId, view.query, own));
    },
    applyShipped: (view: ShippedView) => patch(addressOfView(view.key, view.query, own)),
    /** Returns to the defaults of the screen. */
    leave: () => patch(addressOfView(undefined, '', own)),
    save: async (name: string) => {
      const view = await create({ ...current, name });
      patch({ [viewParameter]: view.savedViewId }, { replace: true });
    },
    update: (view: SavedView) => change(view, current),
    rename: (view: SavedView, name: string) => change(view, { name }),
    move: (view: SavedView, position: number) => change(view, { position }),
    setDefault: (view: SavedView | undefined) =>
      setDefaultView(view && { savedViewId: view.savedViewId, query: view.query }),
    /** Deletes a view; resolves to a function that restores it. */
    remove: async (view: SavedView): Promise<() => Promise<void>> => {
      const position = views.indexOf(view);
      const wasDefault = defaultView?.savedViewId === view.savedViewId;
      try {
        await api.delete(`${set}/${view.savedViewId}`);
        if (wasDefault) setDefaultView(undefined);
        if (activeId === view.savedViewId) patch({ [viewParameter]: undefined }, { replace: true });
      } finally {
        await refresh();
      }
      return async () => {
        await create({ ...view, position });
        if (wasDefault) setDefaultView(defaultView);
      };
    },
  };
};

export type SavedViews = ReturnType<typeof useSavedViews>;
