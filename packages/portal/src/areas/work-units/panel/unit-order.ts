import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useAddressQuery } from '../../../lib/address-query.ts';
import type { ListControl } from '../../../lib/lists/list-state.ts';
import type { ListRows } from '../../../lib/api/use-list.ts';

/** The units of the list next to the panel. */
export interface UnitOrder {
  /** The ids of the page that is shown, in its order. */
  readonly ids: readonly string[];
  /** Shows the previous page and opens its last unit; `undefined` on the first page. */
  readonly turnBack: (() => void) | undefined;
  /** Shows the next page and opens its first unit; `undefined` on the last page. */
  readonly turnOn: (() => void) | undefined;
}

interface Turn {
  readonly page: number;
  readonly opens: 'first' | 'last';
}

/** The order of the units in a list, across its pages. */
export const useUnitOrder = <Row>(
  { page, size, setPage }: ListControl,
  { rows, count, isStale, isLoading }: ListRows<Row>,
  idOf: (row: Row) => string,
): UnitOrder => {
  const [, patch] = useAddressQuery();
  const [turn, setTurn] = useState<Turn>();
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);
  const hasArrived = turn !== undefined && turn.page === page && !isStale && !isLoading;
  const open = useEffectEvent((): void => {
    setTurn(undefined);
    const workUnitId = turn?.opens === 'last' ? ids.at(-1) : ids[0];
    if (workUnitId !== undefined)
      patch({ workUnitId, publicWorkUnitId: undefined, protocolId: undefined, history: undefined }, { replace: true });
  });
  useEffect(() => {
    if (hasArrived) queueMicrotask(() => open());
  }, [hasArrived]);
  const turnTo = (next: Turn): void => {
    setTurn(next);
    setPage(next.page, size, { replace: true });
  };
  const isLast = count === undefined || (page + 1) * size >= count;
  return {
    ids,
    turnBack: page === 0 ? undefined : () => turnTo({ page: page - 1, opens: 'last' }),
    turnOn: isLast ? undefined : () => turnTo({ page: page + 1, opens: 'first' }),
  };
};
