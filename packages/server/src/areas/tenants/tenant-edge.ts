import type { Edge } from '../../platform/odata/entity.ts';
import { tenantEntity } from './tenant-entity.ts';

/** The edge from a row to its tenant: every signed-in person may read the name of a tenant whose rows they see. */
export const tenantEdge: Edge = {
  entity: () => tenantEntity,
  kind: 'one',
  on: [],
  permission: 'signed-in',
  exposes: ['tenantId', 'name'],
};
