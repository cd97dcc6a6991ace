import type { Silence } from '@cfs/contracts/silences';

export const silenceSet = '/v1/silences';

/** A silence as the list returns it, its rule expanded. */
export interface SilenceRow extends Silence {
  readonly rule?: { readonly name: string } | null;
}

/** A rule, an entity, or one rule about one entity. */
export interface SilenceScope {
  readonly ruleId?: string | undefined;
  readonly entityId?: string | undefined;
}

/** Whether a silence suppresses the actions of matches of the rule about the entity. */
export const covers = (silence: Silence, { ruleId, entityId }: SilenceScope): boolean =>
  (silence.ruleId === null || silence.ruleId === ruleId) &&
  (silence.entityId === null || silence.entityId === entityId);

/**
 * Whether a silence concerns the rule or the entity of a screen: it names one of them, and no other in place of them.
 */
export const concerns = (silence: Silence, { ruleId, entityId }: SilenceScope): boolean =>
  (ruleId === undefined || silence.ruleId === null || silence.ruleId === ruleId) &&
  (entityId === undefined || silence.entityId === null || silence.entityId === entityId) &&
  ((ruleId !== undefined && silence.ruleId === ruleId) || (entityId !== undefined && silence.entityId === entityId));
