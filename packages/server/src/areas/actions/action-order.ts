import type { QueuedAction } from './queue-actions.ts';

/** A queued action with what its occasion knows. */
export interface ActionOrder extends QueuedAction {
  readonly tenantId: string;
  /** The work unit's internal id, when the action is about one. */
  readonly correlationId: string | null;
  /** The entity that the occasion is about. */
  readonly subjectId: string;
  /** The rule whose match it is. */
  readonly ruleId: string;
  readonly ruleMatchId: string;
  /** What the occasion is called, in one line and in several. */
  readonly title: string;
  readonly description: string;
  /** What a placeholder stands for; `undefined` when the occasion does not know it. */
  readonly valueOf: (name: string) => string | undefined;
}

/** What came of one attempt. `again` asks for another one after a pause. */
export interface ActionResult {
  readonly kind: 'done' | 'failed' | 'again';
  /** For people, without secrets. */
  readonly detail: string;
}
