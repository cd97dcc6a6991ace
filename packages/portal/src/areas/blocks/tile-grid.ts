import { tileSize } from './tile-style.ts';

/** The layout of the tiles in a scrolling element. */
export interface TileGrid {
  readonly columns: number;
  /** The width of one tile, in CSS pixels. */
  readonly width: number;
  /** The height of all rows, in CSS pixels. */
  readonly height: number;
}

const rowHeight = tileSize.height + tileSize.gap;
/** The number of rows rendered beyond each edge, so that scrolling shows no gaps. */
const rowsBeyond = 2;

/** Returns the grid with as many columns as fit. */
export const tileGrid = (count: number, width: number): TileGrid => {
  const { minWidth, gap } = tileSize;
  const columns = Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
  const rows = Math.ceil(count / columns);
  return { columns, width: (width - (columns - 1) * gap) / columns, height: Math.max(0, rows * rowHeight - gap) };
};

/** Returns the range of tiles to render: from `first` up to, but not including, `end`. */
export const visibleTileRange = (
  count: number,
  { columns }: TileGrid,
  { top, height }: { readonly top: number; readonly height: number },
): { readonly first: number; readonly end: number } => {
  const firstRow = Math.max(0, Math.floor(top / rowHeight) - rowsBeyond);
  const endRow = Math.ceil((top + height) / rowHeight) + rowsBeyond;
  return { first: Math.min(count, firstRow * columns), end: Math.min(count, endRow * columns) };
};

/** Returns the position and the width of a tile. */
export const tilePlace = (index: number, { columns, width }: TileGrid) => ({
  left: (index % columns) * (width + tileSize.gap),
  top: Math.floor(index / columns) * rowHeight,
  width,
});
