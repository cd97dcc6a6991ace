import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const Tab = lazyPart(async () => (await import('./device-inventory-tab.tsx')).DeviceInventoryTab);

/** The inventory of a device. */
export const DeviceInventory = (props: { readonly deviceId: string }) => (
  <Suspense fallback={<Skeleton variant="rounded" height={160} />}>
    <Tab {...props} />
  </Suspense>
);
