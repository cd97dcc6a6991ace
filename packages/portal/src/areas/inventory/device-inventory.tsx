import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';

const Tab = lazy(async () => ({ default: (await import('./device-inventory-tab.tsx')).DeviceInventoryTab }));

/** The inventory of a device. */
export const DeviceInventory = (props: { readonly deviceId: string }) => (
  <Suspense fallback={<Skeleton variant="rounded" height={160} />}>
    <Tab {...props} />
  </Suspense>
);
