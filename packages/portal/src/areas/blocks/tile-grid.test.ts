import { describe, expect, it } from 'vitest';
import { tileGrid, tilePlace, visibleTileRange } from './tile-grid.ts';

describe('the grid of tiles', () => {
  it('has as many columns as fit', () => {
    expect(tileGrid(10, 160)).toMatchObject({ columns: 1, width: 160 });
    expect(tileGrid(10, 2 * 160 + 7)).toMatchObject({ columns: 1 });
    expect(tileGrid(10, 2 * 160 + 8)).toMatchObject({ columns: 2, width: 160, height: 5 * 148 - 8 });
    expect(tileGrid(0, 50)).toEqual({ columns: 1, width: 50, height: 0 });
  });

  it('renders the visible tiles and two rows beyond', () => {
    const grid = tileGrid(1_000, 4 * 168 - 8);
    expect(visibleTileRange(1_000, grid, { top: 0, height: 300 })).toEqual({ first: 0, end: 20 });
    expect(visibleTileRange(1_000, grid, { top: 148 * 100, height: 300 })).toEqual({ first: 392, end: 420 });
    expect(visibleTileRange(5, grid, { top: 0, height: 300 })).toEqual({ first: 0, end: 5 });
    expect(visibleTileRange(5, grid, { top: 9_999, height: 300 })).toEqual({ first: 5, end: 5 });
  });

  it('places tiles row by row', () => {
    const grid = tileGrid(10, 2 * 160 + 8);
    expect(tilePlace(3, grid)).toEqual({ left: 168, top: 148, width: 160 });
  });
});
