import KeyboardArrowDownIcon from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUpIcon from '@mui/icons-material/KeyboardArrowUp';
import { useState } from 'react';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { equals } from '../../../lib/api/odata-filter.ts';
import { usePrefetchRows } from '../../../lib/api/use-list.ts';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { usePlainKeys } from './use-plain-keys.ts';
import { workUnitExpand, workUnitSet } from '../work-unit-row.ts';

interface UnitStepsProps {
  readonly workUnitId: number;
  /** The ids of the units in the list beside the panel, in its order. */
  readonly order: readonly string[];
}

/**
 * Opens the unit before or after this one in the list, by a button or by K and J, without closing the panel. A unit that has
 * left the list, because it no longer matches its filter, has the neighbours that it had there.
 */
export const UnitSteps = ({ workUnitId, order }: UnitStepsProps) => {
  const [, patch] = useAddressQuery();
  const id = String(workUnitId);
  const [known, setKnown] = useState(order);
  const isListed = order.includes(id);
  if (isListed && known.join() !== order.join()) setKnown(order);
  const ids = isListed ? order : known;
  const at = ids.indexOf(id);
  const [before, after] = at === -1 ? [] : [ids[at - 1], ids[at + 1]];
  usePrefetchRows(
    workUnitSet,
    [after, before].flatMap((other) => (other === undefined ? [] : [equals('workUnitId', other)])),
    workUnitExpand,
  );
  const open = (next: string | undefined): void => {
    if (next === undefined) return;
    patch({ workUnitId: next, publicWorkUnitId: undefined, protocolId: undefined }, { replace: true });
  };
  usePlainKeys({ j: () => open(after), k: () => open(before) });
  if (at === -1) return null;
  return (
    <>
      <RowAction
        label="Previous work unit (K)"
        icon={<KeyboardArrowUpIcon />}
        disabled={before === undefined}
        onClick={() => open(before)}
      />
      <RowAction
        label="Next work unit (J)"
        icon={<KeyboardArrowDownIcon />}
        disabled={after === undefined}
        onClick={() => open(after)}
      />
    </>
  );
};
