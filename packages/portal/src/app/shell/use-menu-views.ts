import { shippedViews } from '@cfs/contracts/shipped-views';
import { useMemo } from 'react';
import { useShippedViewCounts } from '../../areas/work-units/list/shipped-view-counts.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { shippedViewQuery } from '../../lib/lists/saved-views.ts';

/** A view below a menu entry. */
export interface MenuView {
  readonly key: string;
  readonly label: string;
  /** The query of its URL, without `?`. */
  readonly query: string;
  /** The number of its rows; `undefined` until it is loaded. */
  readonly count: string | undefined;
}

/** The views below menu entries by the path of the entry. */
export const useMenuViews = (): ReadonlyMap<string, readonly MenuView[]> => {
  const seesWork = usePermissions().has('WorkUnits:view');
  const counts = useShippedViewCounts();
  return useMemo(
    () =>
      new Map(
        seesWork
          ? [
              [
                '/workunitsv2',
                shippedViews.map((view) => ({
                  key: view.key,
                  label: view.name,
                  query: shippedViewQuery(view),
                  count: counts.get(view.key),
                })),
              ],
            ]
          : [],
      ),
    [seesWork, counts],
  );
};
