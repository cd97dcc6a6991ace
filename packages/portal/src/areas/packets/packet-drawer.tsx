import { lazy, Suspense } from 'react';
import type { PacketPanelProps } from './packet-panel.tsx';

const PacketPanel = lazy(async () => ({ default: (await import('./packet-panel.tsx')).PacketPanel }));

/** What an entity reported last and before. */
export const PacketDrawer = (props: PacketPanelProps) => (
  <Suspense>
    <PacketPanel {...props} />
  </Suspense>
);
