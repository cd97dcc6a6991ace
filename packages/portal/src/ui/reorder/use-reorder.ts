import { useEffect, useEffectEvent, useId, useLayoutEffect, useState, type KeyboardEvent } from 'react';
import type { PointerEvent as ReactPointerEvent } from 'react';
import { displacements, dropIndex, moved, type ItemBox } from './reorder-geometry.ts';

export interface ReorderItem {
  readonly id: string;
  /** Spoken to screen readers. */
  readonly name: string;
}

interface Held {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly boxes: readonly ItemBox[];
  /** Of an item that is dragged: where the pointer and the list were, and how far the item was dragged. */
  readonly drag?: { readonly pointerTop: number; readonly listTop: number; readonly distance: number };
}

interface ReorderOptions<Item extends ReorderItem> {
  readonly items: readonly Item[];
  /** Stores the order of the ids; the new order is shown until it settles. */
  readonly onReorder: (ids: readonly string[]) => Promise<void>;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The state of a list whose items are moved by drag or by keyboard, one at a time. */
export const useReorder = <Item extends ReorderItem>({ items, onReorder }: ReorderOptions<Item>) => {
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const [held, setHeld] = useState<Held>();
  const [pending, setPending] = useState<readonly string[]>();
  const [announcement, setAnnouncement] = useState('');
  const [dropped, setDropped] = useState<string>();
  const idPrefix = useId();
  const handleId = (id: string): string => `${idPrefix}-${id}`;
  const ordered = pending ? items.toSorted((one, other) => pending.indexOf(one.id) - pending.indexOf(other.id)) : items;
  const positionOf = (index: number): string => `position ${index + 1} of ${ordered.length}`;
  const nameOf = (id: string): string => ordered.find((item) => item.id === id)?.name ?? '';

  const lift = (id: string, pointerTop?: number): void => {
    const listTop = list?.getBoundingClientRect().top ?? 0;
    const boxes = [...(list?.children ?? [])].map((child) => {
      const { top, height } = child.getBoundingClientRect();
      return { top: top - listTop, height };
    });
    const from = ordered.findIndex((item) => item.id === id);
    if (pending || from < 0) return;
    setHeld({
      id,
      from,
      to: from,
      boxes,
      ...(pointerTop === undefined ? {} : { drag: { pointerTop, listTop, distance: 0 } }),
    });
    setAnnouncement(`${nameOf(id)} is picked up at ${positionOf(from)}.`);
  };

  const moveTo = (to: number): void => {
    if (!held || to < 0 || to >= ordered.length) return;
    setHeld({ ...held, to });
    setAnnouncement(`${nameOf(held.id)} is over ${positionOf(to)}.`);
  };

  const cancel = (): void => {
    if (!held) return;
    setAnnouncement(`${nameOf(held.id)} is back at ${positionOf(held.from)}.`);
    setHeld(undefined);
  };

  const drop = (): void => {
    if (!held) return;
    const { id, from, to } = held;
    setHeld(undefined);
    setAnnouncement(`${nameOf(id)} is dropped at ${positionOf(to)}.`);
    if (from === to) return;
    const ids = moved(
      ordered.map((item) => item.id),
      from,
      to,
    );
    setDropped(id);
    setPending(ids);
    void onReorder(ids).finally(() => setPending(undefined));
  };

  const handleKeyDown = (id: string, event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (held && step !== undefined) moveTo(held.to + step);
    else if (held && event.key === 'Escape') cancel();
    else if (held && event.key === 'Tab') return;
    else if (event.key !== ' ' && event.key !== 'Enter') return;
    else if (held) drop();
    else lift(id);
    event.preventDefault();
    // Escape would close the panel, and Enter would press the handle.
    event.stopPropagation();
  };

  const drag = useEffectEvent((pointerTop: number): void => {
    if (!held?.drag) return;
    const scrolled = held.drag.listTop - (list?.getBoundingClientRect().top ?? 0);
    const distance = pointerTop - held.drag.pointerTop + scrolled;
    const to = dropIndex(held.boxes, held.from, distance);
    if (to !== held.to) setAnnouncement(`${nameOf(held.id)} is over ${positionOf(to)}.`);
    setHeld({ ...held, to, drag: { ...held.drag, distance } });
  });
  const finish = useEffectEvent(drop);
  const abandon = useEffectEvent(cancel);
  const isDragging = held?.drag !== undefined;

  useEffect(() => {
    if (!isDragging) return;
    const listeners = new AbortController();
    const options = { signal: listeners.signal, capture: true };
    window.addEventListener('pointermove', ({ clientY }) => drag(clientY), options);
    window.addEventListener('pointerup', () => finish(), options);
    window.addEventListener('pointercancel', () => abandon(), options);
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        abandon();
      },
      options,
    );
    return () => listeners.abort();
  }, [isDragging]);

  // A held item that leaves the visible part of its panel scrolls it.
  useEffect(() => {
    if (held) list?.children[held.from]?.scrollIntoView({ block: 'nearest' });
  }, [held, list]);

  const order = ordered.map(({ id }) => id).join();
  const refocus = useEffectEvent(() => {
    // Moving an element in the document takes the focus from it.
    if (dropped !== undefined && document.activeElement === document.body)
      document.getElementById(handleId(dropped))?.focus();
  });
  useLayoutEffect(() => {
    refocus();
  }, [order]);

  const offsets = held ? displacements(held.boxes, held.from, held.to) : [];
  return {
    /** The ref of the list. */
    setList,
    ordered,
    announcement,
    heldId: held?.id,
    /** The displacement of the item at an index, in CSS pixels. */
    offsetOf: (index: number): number =>
      (index === held?.from ? held.drag?.distance : undefined) ?? offsets[index] ?? 0,
    isDragged: (index: number): boolean => isDragging && index === held.from,
    handleOf: (id: string) => ({
      id: handleId(id),
      isHeld: held?.id === id,
      onKeyDown: (event: KeyboardEvent) => handleKeyDown(id, event),
      onPointerDown: (event: ReactPointerEvent) => {
        if (event.button !== 0) return;
        lift(id, event.clientY);
      },
      onBlur: () => {
        if (held && !held.drag) cancel();
      },
    }),
  };
};
