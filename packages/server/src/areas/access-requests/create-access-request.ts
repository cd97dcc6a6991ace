import { applicableFields, describeAccessRequest, type AccessRequest } from '@cfs/contracts/access-requests';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { systemContext, type Context } from '../../platform/context.ts';
import { countVisit } from '../../platform/limits/count-call.ts';
import type { Origin } from '../../platform/tracing/tracing.ts';
import { unavailable } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { insertWorkUnit } from '../work-units/creation/insert-work-unit.ts';
import { findRequestTenant } from './find-request-tenant.ts';

/** The sender of an access request, for the audit and the rate limit. */
export interface Visitor extends Origin {
  readonly address: string;
}

const source = 'Access Request';
const retryAfterSeconds = 300;

/**
 * Creates a User Request from the access request of a visitor, in the configured tenant. It looks up no account and
 * sends no mail: neither the response nor its timing depends on which accounts exist, and the form cannot be used to
 * mail others. Throws 429 for a source that sends too many requests, 503 while {@link findRequestTenant} finds no
 * tenant.
 */
export const createAccessRequest = async (
  services: Services,
  request: AccessRequest,
  { address, traceId, span }: Visitor,
): Promise<void> => {
  const tenantId = await findRequestTenant(services);
  if (tenantId === undefined) {
    const cause = new Error('ACCESS_REQUEST_TENANT does not name exactly one enabled tenant.');
    throw unavailable('Access requests cannot be received at the moment.', retryAfterSeconds, cause);
  }
  const context: Context = {
    ...systemContext({ name: 'access request', clock: services.clock, tenantId, traceId, span }),
    address,
    route: 'POST /v1/accessrequest',
  };
  const described = describeAccessRequest(request, services.clock.now());
  await services.gate.write(context, { permission: 'WorkUnits:create', shared: true }, async (db, change) => {
    await countVisit(services, db, context, 'access-request');
    await insertWorkUnit(services, db, change, {
      tenantId,
      fields: {
        ...described,
        workUnitTypeId: workUnitTypes.Request,
        source,
        environment: request.requestType === 'NewAccount' ? request.environment : null,
        properties: JSON.stringify(applicableFields(request)),
      },
    });
  });
};
