import { systemContext } from '../../platform/context.ts';
import { withLaggingReads } from '../../platform/database/lagging-reads.ts';
import type { Services } from '../../platform/services.ts';
import { readHome } from './read-home.ts';

/**
 * Reads Home once, over all tenants, so that the connections for reads are open and have cached the tables before the
 * first request after a start. Never rejects: a failure is logged, and the next call of Home reports it.
 */
export const warmHome = async (services: Pick<Services, 'gate' | 'clock' | 'log'>): Promise<void> => {
  const context = systemContext({ name: 'start', clock: services.clock, tenantId: 'all' });
  await readHome(withLaggingReads(services), context, 'UTC').catch((error: unknown) =>
    services.log.warn({ err: error }, 'Home could not be read ahead of the first call'),
  );
};
