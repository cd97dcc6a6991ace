import type { Services } from '../services.ts';

/** The services with reads that may lag behind the primary: for figures and reports that consist of many reads. */
export const withLaggingReads = <Needed extends Pick<Services, 'gate'>>(services: Needed): Needed => ({
  ...services,
  gate: { ...services.gate, ...services.gate.lagging },
});
