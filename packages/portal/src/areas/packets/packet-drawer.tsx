import { Suspense } from 'react';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import type { PacketPanelProps } from './packet-panel.tsx';

const PacketPanel = lazyPart(async () => (await import('./packet-panel.tsx')).PacketPanel);

/** The latest packet, rule matches, history and logs of an entity in a drawer. */
export const PacketDrawer = (props: PacketPanelProps) => (
  <Suspense>
    <PacketPanel {...props} />
  </Suspense>
);
