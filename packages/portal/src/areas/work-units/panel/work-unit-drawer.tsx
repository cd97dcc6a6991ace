import { Suspense } from 'react';
import { useAddressQuery, type AddressQuery } from '../../../lib/address-query.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import type { UnitOrder } from './unit-order.ts';

/** Forms are loaded when the first one opens, since a screen does not need them. */
const WorkUnitPanel = lazyPart(async () => (await import('./work-unit-panel.tsx')).WorkUnitPanel);

/** Removes the query parameters of an open panel. */
const closed: AddressQuery = {
  workUnitId: undefined,
  publicWorkUnitId: undefined,
  protocolId: undefined,
  createType: undefined,
  cloneOf: undefined,
  childOf: undefined,
  plannedDay: undefined,
  tab: undefined,
};

/** The unit that is open in the URL, by either of its ids; `new` for one that is being created. */
export const useOpenWorkUnit = () => {
  const [query] = useAddressQuery();
  const openAs = query['workUnitId'] === undefined ? 'publicWorkUnitId' : 'workUnitId';
  return { openId: query[openAs], openAs } as const;
};

interface WorkUnitDrawerProps {
  /** The list next to the panel; absent if there is none. */
  readonly order?: UnitOrder;
}

/** The panel of the unit that is open in the URL. */
export const WorkUnitDrawer = ({ order }: WorkUnitDrawerProps) => {
  const patch = useAddressQuery()[1];
  const { openId, openAs } = useOpenWorkUnit();
  return (
    openId && (
      <Suspense>
        <WorkUnitPanel openId={openId} openAs={openAs} onClose={() => patch(closed)} order={order} />
      </Suspense>
    )
  );
};
