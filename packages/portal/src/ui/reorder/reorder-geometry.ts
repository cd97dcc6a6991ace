/** The position of an item of a vertical list, in CSS pixels from the top of the list. */
export interface ItemBox {
  readonly top: number;
  readonly height: number;
}

/** The list with the item at `from` moved to `to`. */
export const moved = <Item>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  const item = items[from];
  const others = items.filter((_, index) => index !== from);
  return item === undefined ? items : [...others.slice(0, to), item, ...others.slice(to)];
};

/** The index at which the item at `from` would be dropped after it was dragged by `distance`. */
export const dropIndex = (boxes: readonly ItemBox[], from: number, distance: number): number => {
  const dragged = boxes[from];
  if (!dragged) return from;
  const centre = dragged.top + dragged.height / 2 + distance;
  return boxes.filter(({ top, height }, index) => index !== from && top + height / 2 < centre).length;
};

/** By how much each item is displaced while the item at `from` is held over `to`. */
export const displacements = (boxes: readonly ItemBox[], from: number, to: number): readonly number[] => {
  const [first, second] = boxes;
  const held = boxes[from];
  const target = boxes[to];
  if (!first || !second || !held || !target) return boxes.map(() => 0);
  const step = held.height + second.top - first.top - first.height;
  const heldTop = to > from ? target.top + target.height - held.height : target.top;
  return boxes.map((_, index) => {
    if (index === from) return heldTop - held.top;
    if (index > from && index <= to) return -step;
    return index < from && index >= to ? step : 0;
  });
};
