import { skeletonClasses } from '@mui/material/Skeleton';
import type { GridSlotProps } from '@mui/x-data-grid';

/** The placeholder of a cell while rows load. */
export const DataGridSkeleton = ({ width, height, style }: GridSlotProps['baseSkeleton']) => (
  <span className={`${skeletonClasses.root} row-skeleton`} style={{ ...style, width, height }} />
);
