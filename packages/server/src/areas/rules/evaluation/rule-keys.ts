import { packetGroups, parsePacketField, type PacketField } from '@cfs/contracts/packet-field';
import { isRecord } from '@cfs/contracts/json-record';
import { conditionTypes, type RuleCondition } from '@cfs/contracts/rule-conditions';
import { absenceOperandId, windowOperandIds } from '@cfs/contracts/rule-left-operands';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { alternativesOf } from '../conditions/alternatives-of.ts';
import type { RuleSubject } from './rule-subject.ts';

/**
 * Keys of a rule: if an alternative of the rule is true for a packet, the packet has at least one of them. A key is an
 * entity, a subscription or a field. `undefined` if any packet can satisfy the rule.
 */
export type RuleKeys = ReadonlySet<string> | undefined;

const entityKey = (entityId: string): string => `entity ${entityId.toLowerCase()}`;
const subscriptionKey = (subscriptionId: string): string => `subscription ${subscriptionId.toLowerCase()}`;
const valueKey = 'value';
const memberKey = (group: string, name: string): string => `${group} ${name.toLowerCase()}`;

/** Operators that a missing value satisfies. */
const satisfiedByNothing: ReadonlySet<number> = new Set([
  ruleOperators.NotEquals,
  ruleOperators.NotContains,
  ruleOperators.NotMatches,
  ruleOperators.IsEmpty,
]);

const groupOperands: ReadonlyMap<number, string> = new Map([
  [2, 'Metrics'],
  [3, 'Properties'],
  [4, 'States'],
  [5, 'Diagnostics'],
]);

/** The keys under which a packet may contain the field: its full name, or the first step of its path. */
const fieldKeys = (field: PacketField | undefined): string[] => {
  if (!field) return [];
  if (field.group === 'Value') return [valueKey];
  const [first = ''] = field.name.split('.');
  return [...new Set([memberKey(field.group, field.name), memberKey(field.group, first)])];
};

const fieldOf = ({ LeftOperand, LeftOperandFieldName }: RuleCondition): PacketField | undefined => {
  if (LeftOperand === 1) return { group: 'Value' };
  if (windowOperandIds.has(LeftOperand)) return parsePacketField(LeftOperandFieldName ?? '');
  const group = groupOperands.get(LeftOperand);
  return group === undefined ? undefined : parsePacketField(`${group}.${LeftOperandFieldName ?? ''}`);
};

/** The keys of the most selective condition of an alternative; `undefined` if no condition narrows it. */
const keysOfAlternative = (
  conditions: readonly RuleCondition[],
  subscriptionId: string | null,
): readonly string[] | undefined => {
  const equal = (operand: number) =>
    conditions.find(
      ({ LeftOperand, Operator, RightOperand }) =>
        LeftOperand === operand && Operator === ruleOperators.Equals && Boolean(RightOperand),
    )?.RightOperand;
  const entityId = equal(6) ?? equal(9);
  if (entityId) return [entityKey(entityId)];
  const fields = conditions
    .filter(({ Operator }) => !satisfiedByNothing.has(Operator))
    .map((condition) => fieldKeys(fieldOf(condition)))
    .find((keys) => keys.length > 0 && keys[0] !== valueKey);
  if (fields) return fields;
  const subscription = equal(21) ?? subscriptionId;
  if (subscription) return [subscriptionKey(subscription)];
  const isOfValue = conditions.some(
    (condition) => fieldKeys(fieldOf(condition))[0] === valueKey && !satisfiedByNothing.has(condition.Operator),
  );
  return isOfValue ? [valueKey] : undefined;
};

/** The keys of a rule over packets. */
export const keysOfRule = ({
  conditions,
  subscriptionId,
}: {
  readonly conditions: readonly RuleCondition[];
  readonly subscriptionId: string | null;
}): RuleKeys => {
  const keys = new Set<string>();
  for (const alternative of alternativesOf(conditions, ({ Type }) => Type === conditionTypes.Or)) {
    // A packet cannot satisfy an absence.
    if (alternative.some(({ LeftOperand }) => LeftOperand === absenceOperandId)) continue;
    const found = keysOfAlternative(alternative, subscriptionId);
    if (!found) return undefined;
    for (const key of found) keys.add(key);
  }
  return keys;
};

/** The keys of a packet. Its device has a key like its entity. */
export function* keysOfPacket({
  entityId,
  deviceId,
  subscriptionId,
  message,
}: Pick<RuleSubject, 'entityId' | 'deviceId' | 'subscriptionId' | 'message'>): Generator<string> {
  yield entityKey(entityId);
  if (deviceId !== undefined && deviceId !== entityId) yield entityKey(deviceId);
  if (subscriptionId !== undefined) yield subscriptionKey(subscriptionId);
  if (message.Value !== undefined && message.Value !== null) yield valueKey;
  for (const group of packetGroups) {
    const members = message[group];
    if (isRecord(members)) for (const name of Object.keys(members)) yield memberKey(group, name);
  }
}
