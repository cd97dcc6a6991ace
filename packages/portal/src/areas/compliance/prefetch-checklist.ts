import { isGuid } from '@cfs/contracts/guid';
import type { QueryClient } from '@tanstack/react-query';
import type { AddressQuery } from '../../lib/address-query.ts';
import { prefetchCompliance } from './compliance-queries.ts';
import { weekOfAddress } from './use-week.ts';

/** Prefetches the data that the screen shows for the query of a URL. */
export const prefetchChecklist = (client: QueryClient, tenantId: string, address: AddressQuery): void => {
  const { set } = address;
  const controlSetId = set !== undefined && isGuid(set) ? set : undefined;
  prefetchCompliance(client, { tenantId, week: weekOfAddress(address) }, controlSetId);
};
