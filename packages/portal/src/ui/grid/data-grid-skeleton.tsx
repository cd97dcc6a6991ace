import { skeletonClasses } from '@mui/material/Skeleton';
import type { GridSlotProps } from '@mui/x-data-grid';

/** What stands in a cell until its value is there. */
export const DataGridSkeleton = ({ width, height, style }: GridSlotProps['baseSkeleton']) => (
  <span className={`${skeletonClasses.root} row-skeleton`} style={{ ...style, width, height }} />
);
