import KeyboardArrowDownIcon from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUpIcon from '@mui/icons-material/KeyboardArrowUp';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import type { UnitOrder } from './unit-order.ts';
import { usePrefetchUnits } from './unit-panel-query.ts';
import { useLetterShortcuts } from './use-letter-shortcuts.ts';

interface UnitStepsProps {
  readonly workUnitId: number;
  readonly order: UnitOrder;
  /** An element of the panel in which the keys J and K apply. */
  readonly place: RefObject<Element | null>;
  /** Whether changes of this unit are being saved; another unit opens only after that. */
  readonly isSaving: boolean;
  /** The same for keys, which may be pressed before the next render. */
  readonly isSavingNow: () => boolean;
}

/**
 * Opens the previous or the next unit in the list, by buttons or by K and J, without closing the panel; at the end of a
 * page the next page is shown. A unit that has left the list, because it no longer matches its filter, keeps the
 * neighbours that it had there. While this unit is being saved the other one waits, so that a refused save stays
 * visible.
 */
export const UnitSteps = ({ workUnitId, order, place, isSaving, isSavingNow }: UnitStepsProps) => {
  const [, patch] = useAddressQuery();
  const id = String(workUnitId);
  const [known, setKnown] = useState(order.ids);
  const isListed = order.ids.includes(id);
  if (isListed && known.join() !== order.ids.join()) setKnown(order.ids);
  const ids = isListed ? order.ids : known;
  const at = ids.indexOf(id);
  const [before, after] = at === -1 ? [] : [ids[at - 1], ids[at + 1]];
  usePrefetchUnits([after, before].filter((other) => other !== undefined));
  const [wanted, setWanted] = useState<() => void>();
  const toUnit = (next: string | undefined): (() => void) | undefined =>
    next === undefined
      ? undefined
      : () =>
          patch(
            { workUnitId: next, publicWorkUnitId: undefined, protocolId: undefined, history: undefined },
            { replace: true },
          );
  const back = toUnit(before) ?? (at === -1 ? undefined : order.turnBack);
  const on = toUnit(after) ?? (at === -1 ? undefined : order.turnOn);
  const step = (show: (() => void) | undefined): void => {
    if (isSaving || isSavingNow()) setWanted(() => show);
    else show?.();
  };
  const showWanted = useEffectEvent((): void => {
    if (!wanted || isSaving || isSavingNow()) return;
    // The effects of the form, which asks about unsaved changes, run after this one.
    queueMicrotask(() => {
      setWanted(undefined);
      wanted();
    });
  });
  useEffect(() => showWanted());
  useLetterShortcuts(place, { j: () => step(on), k: () => step(back) });
  if (at === -1) return null;
  return (
    <>
      <RowAction
        label="Previous work unit (K)"
        icon={<KeyboardArrowUpIcon />}
        disabled={back === undefined}
        onClick={() => step(back)}
      />
      <RowAction
        label="Next work unit (J)"
        icon={<KeyboardArrowDownIcon />}
        disabled={on === undefined}
        onClick={() => step(on)}
      />
    </>
  );
};
