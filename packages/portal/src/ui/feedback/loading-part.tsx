import Skeleton from '@mui/material/Skeleton';

/** The place of a part of a screen that is still loading. */
export const LoadingPart = () => <Skeleton variant="rounded" height={160} role="status" aria-label="Loading" />;
