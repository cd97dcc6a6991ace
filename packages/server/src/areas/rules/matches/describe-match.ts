import type { PacketMessage } from '@cfs/contracts/packets';
import type { MailFact } from '../../actions/mails/templates/mail-content.ts';
import { entityNameOf } from './match-label.ts';
import { momentText } from './moment-text.ts';
import { readField } from '../evaluation/read-packet-field.ts';
import type { WorkUnitFacts } from '../evaluation/rule-subject.ts';

export interface MatchDescription {
  readonly title: string;
  readonly description: string;
  /** The facts that mails list. */
  readonly facts: readonly MailFact[];
  /** The value of a placeholder; `undefined` if the match has none. */
  readonly valueOf: (name: string) => string | undefined;
}

interface StoredPacket {
  readonly timestamp?: string;
  readonly message?: PacketMessage;
  readonly workUnit?: WorkUnitFacts;
}

const asText = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const readingLines = (message: PacketMessage): string[] => [
  ...(message.Value === undefined || message.Value === null ? [] : [`Value: ${String(message.Value)}`]),
  ...Object.entries(message.Metrics ?? {}).map(([name, value]) => `${name}: ${asText(value) ?? ''}`),
];

/** Describes a match for mails, notes and work units, and returns the values of placeholders in its actions. */
export const describeMatch = (match: {
  readonly ruleId: string;
  readonly ruleName: string;
  readonly ruleMatchId: string;
  readonly subjectId: string;
  /** The name in the entity's own row, if it has one. */
  readonly entityName: string | undefined;
  readonly tenantId: string;
  readonly label: string;
  readonly rulePacket: string | null;
  readonly firstMatch: Date;
  readonly matchCount: number;
  readonly idempotencyKey: string;
}): MatchDescription => {
  const packet = JSON.parse(match.rulePacket ?? '{}') as StoredPacket;
  const message = packet.message ?? {};
  const { workUnit } = packet;
  const entityName = entityNameOf({
    entityId: match.subjectId,
    entityName: workUnit?.title ?? match.entityName,
    message,
  });
  const values: ReadonlyMap<string, string | undefined> = new Map([
    ['RuleId', match.ruleId],
    ['RuleName', match.ruleName],
    ['RuleMatchId', match.ruleMatchId],
    ['Label', match.label],
    ['EntityId', match.subjectId],
    ['EntityName', entityName],
    ['TenantId', match.tenantId],
    ['WorkUnitId', workUnit && String(workUnit.workUnitId)],
    ['Value', asText(message.Value)],
    ['Timestamp', packet.timestamp],
    ['MatchCount', String(match.matchCount)],
    ['IdempotencyKey', match.idempotencyKey],
  ]);
  const groups: ReadonlyMap<string, unknown> = new Map<string, unknown>([
    ['Metrics', message.Metrics],
    ['Properties', message.Properties],
    ['States', message.States],
    ['Diagnostics', message.Diagnostics],
  ]);
  const lines = [
    `The rule "${match.ruleName}" matched at ${momentText(match.firstMatch)}.`,
    workUnit ? `Work unit: ${workUnit.workUnitId} ${workUnit.title}` : `Entity: ${entityName}`,
    ...readingLines(message),
  ];
  return {
    title: match.label,
    description: lines.join('\n').slice(0, 4_000),
    facts: [
      ['Rule', match.ruleName],
      [workUnit ? 'Work unit' : 'Entity', entityName],
      ['Matched', momentText(match.firstMatch)],
      ['Hits', String(match.matchCount)],
    ],
    valueOf(name) {
      if (values.has(name)) return values.get(name);
      const dot = name.indexOf('.');
      return dot === -1 ? undefined : asText(readField(groups.get(name.slice(0, dot)), name.slice(dot + 1)));
    },
  };
};
