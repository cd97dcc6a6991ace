import type { GridApi } from '@mui/x-data-grid';
import { useEffect, type RefObject } from 'react';

/** The attribute of a grid that has columns out of sight at its right. */
export const moreColumns = 'data-more-columns';

/** The width of what stays in sight at the right of a grid, its actions and its scroll bar, in CSS pixels. */
export const endWidth = '--grid-end-width';

/** Keeps `moreColumns` and `endWidth` of a grid up to date while it scrolls and resizes. */
export const useMoreColumns = (grid: RefObject<GridApi | null>, actionsWidth: number): void => {
  useEffect(() => {
    const api = grid.current;
    if (!api) return;
    const update = (): void => {
      const root = api.rootElementRef.current;
      if (!root) return;
      const { contentSize, viewportInnerSize, hasScrollY, scrollbarSize } = api.getRootDimensions();
      root.toggleAttribute(moreColumns, contentSize.width - viewportInnerSize.width - api.getScrollPosition().left > 1);
      root.style.setProperty(endWidth, `${actionsWidth + (hasScrollY ? scrollbarSize : 0)}px`);
    };
    update();
    const stops = [api.subscribeEvent('debouncedResize', update), api.subscribeEvent('scrollPositionChange', update)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [grid, actionsWidth]);
};
