import type { PacketMessage } from '@cfs/contracts/packets';
import type { Origin } from '../../../platform/tracing/tracing.ts';
import type { EntityHistory } from './entity-history.ts';

/** A work unit as a change left it, as far as rules look at it. */
export interface WorkUnitFacts {
  readonly workUnitId: number;
  readonly title: string;
  readonly severity: number;
  readonly state: number;
  readonly workUnitType: number;
  readonly category: string | null;
  readonly subcategory: string | null;
  readonly assignedTo: string | null;
  readonly description: string | null;
}

/** What a bucket says about one group; `undefined` is missing. */
export interface GroupFacts {
  readonly count: number;
  readonly share: number | undefined;
  readonly sum: number | undefined;
  readonly average: number | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

/** What a rule looks at: one packet and the entity that sent it, or what takes its place for the type of the rule. */
export interface RuleSubject {
  readonly tenantId: string;
  /** The entity, device, tenant, group or work unit that a match is about. */
  readonly entityId: string;
  readonly timestamp: Date;
  readonly message: PacketMessage;
  readonly deviceId: string | undefined;
  /** The entity's subscription and name, where it has a row of its own. */
  readonly subscriptionId: string | undefined;
  readonly entityName: string | undefined;
  /** The packets of the entity before this one, for History rules. */
  readonly history?: EntityHistory | undefined;
  /** Milliseconds since the last packet, for a timer of absence. */
  readonly silentMilliseconds?: number;
  /** The rules that count as active, for Correlation; the rule of a match, for Maintenance. */
  readonly activeRules?: { has(ruleId: string): boolean };
  readonly group?: GroupFacts;
  readonly workUnit?: WorkUnitFacts;
  /** What brought it, where that is not the context of the evaluation. */
  readonly origin?: Origin | undefined;
}
