import type { PacketMessage } from '@cfs/contracts/packets';
import type { Origin } from '../../../platform/tracing/tracing.ts';
import type { EntityHistory } from './entity-history.ts';

/** A work unit after a change, with the properties that rules evaluate. */
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

/** The aggregates of one group in a bucket; `undefined` if one is missing. */
export interface GroupFacts {
  readonly count: number;
  readonly share: number | undefined;
  readonly sum: number | undefined;
  readonly average: number | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

/** The input of a rule: one packet and the entity that sent it, or the corresponding data for the type of the rule. */
export interface RuleSubject {
  readonly tenantId: string;
  /** The id of the subject of a match: an entity, device, tenant, group or work unit. */
  readonly entityId: string;
  readonly timestamp: Date;
  readonly message: PacketMessage;
  readonly deviceId: string | undefined;
  /** The subscription and the name of the entity, if it has a row. */
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
  /** The origin of the input, if it is not that of the context of the evaluation. */
  readonly origin?: Origin | undefined;
}
