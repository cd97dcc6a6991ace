import type { EntityFact } from '../../blocks/read-entity-facts.ts';
import type { RuleSubject } from './rule-subject.ts';

/** The entity that a rule looks at, with its device, subscription and name where they are known. */
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
