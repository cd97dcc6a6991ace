import { isGuid } from '@cfs/contracts/guid';
import type { FastifyRequest } from 'fastify';
import { badRequest } from '../problems.ts';

/**
 * The tenant named by a request, in lower case: by the `X-Tenant-Id` header, the `__tenant__` option or the URL of a
 * page; otherwise `undefined`. The caller's access to it is not checked here. Throws a 400 problem for an invalid,
 * duplicate or contradictory id.
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

/** The value of `X-Subscription-Id` for all subscriptions of the tenant. */
const noSubscription = 'none';

/**
 * The subscription that the `X-Subscription-Id` header names, in lower case; `null` for `none`, `undefined` without the
 * header. It only narrows: a subscription of another tenant has no rows. Throws a 400 problem for an invalid id.
 */
export const namedSubscription = (request: FastifyRequest): string | null | undefined => {
  const named = request.headers['x-subscription-id'];
  if (named === undefined) return undefined;
  if (named === noSubscription) return null;
  if (typeof named !== 'string' || !isGuid(named))
    throw badRequest(`X-Subscription-Id must be the id of one subscription, or "${noSubscription}".`);
  return named.toLowerCase();
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
