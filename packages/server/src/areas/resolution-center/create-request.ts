import type { ResolutionCenterRequest, ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { makeRequests } from '@cfs/contracts/permissions';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { workUnitCreateSchema } from '@cfs/contracts/work-units';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { createWorkUnit } from '../work-units/creation/create-work-unit.ts';
import { resolutionCenterSource } from '../work-units/mails/unit-mail.ts';
import { toResolutionCenterUnit } from '../work-units/list/work-unit-wire.ts';
import { expectOffered } from './expect-offered.ts';

/**
 * Creates an incident for the caller, who becomes its stakeholder, in the tenant of the request.
 *
 * @throws 400 for a service or need that the Resolution Center does not offer, 429 for a caller who creates too many.
 */
export const createRequest = async (
  services: Services,
  context: Context,
  request: ResolutionCenterRequest,
): Promise<ResolutionCenterUnit> => {
  await expectOffered(services, context, request);
  const { actor, tenantId } = context;
  const stakeholder =
    actor.kind === 'person' ? { stakeHolderFullName: actor.name, stakeHolderEmailAddress: actor.userName } : {};
  const unit = workUnitCreateSchema.parse({
    ...request,
    ...stakeholder,
    tenantId,
    workUnitTypeId: workUnitTypes.Incident,
    source: resolutionCenterSource,
  });
  return toResolutionCenterUnit(await createWorkUnit(services, context, makeRequests, unit, 'request'));
};
