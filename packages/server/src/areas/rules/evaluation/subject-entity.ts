import type { EntityFact } from '../../blocks/read-entity-facts.ts';
import type { RuleSubject } from './rule-subject.ts';

/** The entity of a subject, with its device, subscription and name if they are known. */
export const subjectEntity = (
  { tenantId, entityId }: Pick<RuleSubject, 'tenantId' | 'entityId'>,
  fact: EntityFact | undefined,
): Pick<RuleSubject, 'tenantId' | 'entityId' | 'deviceId' | 'subscriptionId' | 'entityName'> => ({
  tenantId,
  entityId,
  deviceId: fact?.deviceId,
  subscriptionId: fact?.subscriptionId,
  entityName: fact?.name,
});
