import { isGuid } from '@cfs/contracts/guid';
import type { FastifyRequest } from 'fastify';
import { badRequest } from '../problems.ts';

/**
 * The tenant that a request names, in lower case: by its `X-Tenant-Id` header, its `__tenant__` option or the address
 * of a page, or `undefined`. Whether the caller may speak for it is not looked at here. A 400 problem for what is no id,
 * is given twice, or disagrees.
 */
export const namedTenant = (request: FastifyRequest): string | undefined => {
  const named = [
    asId(request.headers['x-tenant-id'], 'X-Tenant-Id'),
    asId(tenantInAddress(request), 'The address'),
    asId((request.query as Record<string, unknown> | undefined)?.['__tenant__'], '__tenant__'),
  ].filter((tenantId) => tenantId !== undefined);
  if (new Set(named).size > 1) throw badRequest('The request names different tenants.');
  return named[0];
};

const tenantInAddress = (request: FastifyRequest): unknown =>
  request.routeOptions.config.opensByAddress
    ? (request.params as Record<string, unknown> | undefined)?.['tenantId']
    : undefined;

const asId = (value: unknown, source: string): string | undefined => {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !isGuid(value)) throw badRequest(`${source} must be the id of one tenant.`);
  return value.toLowerCase();
};
