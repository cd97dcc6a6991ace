import { locationCreateSchema } from '@cfs/contracts/locations';
import { createLocation } from '../../areas/locations/write-locations.ts';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { demoPlaces } from './demo-places.ts';

/** Creates `count` locations of the tenant. */
export async function createLocations(
  services: Services,
  context: Context,
  tenantId: string,
  count: number,
): Promise<void> {
  for (const place of demoPlaces(count)) {
    await createLocation(services, context, locationCreateSchema.parse({ ...place, tenantId }));
  }
}
