import type { RuleCondition } from '@cfs/contracts/rule-conditions';
import type { Truth } from '../evaluation/count-occurrences.ts';
import type { GroupFacts, WorkUnitFacts } from '../evaluation/rule-subject.ts';

interface SlowMessage {
  readonly Value?: unknown;
  readonly Metrics?: Readonly<Record<string, unknown>>;
  readonly States?: Readonly<Record<string, unknown>>;
}

/**
 * The input of a rule in the terms of the reference, with the packets of the entity that arrived before, in any order.
 */
export interface SlowSubject {
  readonly tenantId: string;
  readonly entityId: string;
  readonly deviceId?: string | undefined;
  readonly subscriptionId?: string | undefined;
  readonly entityName?: string | undefined;
  readonly time: number;
  readonly message: SlowMessage;
  readonly before: readonly { readonly time: number; readonly message: SlowMessage }[];
  readonly silentMilliseconds?: number | undefined;
  readonly activeRules?: readonly string[] | undefined;
  readonly workUnit?: WorkUnitFacts | undefined;
  readonly group?: GroupFacts | undefined;
}

type Kind =
  | { readonly kind: 'number' | 'moment' | 'span'; readonly number: number }
  | { readonly kind: 'text'; readonly text: string };

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : `${value as number | boolean}`;
};

const readNumber = (text: string): number | undefined => {
  const digits = text.trim();
  if (!/^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(digits)) return undefined;
  const number = Number(digits);
  return Number.isFinite(number) ? number : undefined;
};

const readMoment = (text: string): number | undefined => {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?)?$/i.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour = '0', minute = '0', seconds = '0', fraction = '0', zone = 'Z'] = parts;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(seconds));
  const sign = zone.startsWith('-') ? -1 : 1;
  const offset = zone.toUpperCase() === 'Z' ? 0 : sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4)));
  return time + Math.trunc(Number(`0.${fraction}`) * 1_000) - offset * 60_000;
};

const readSpan = (text: string): number | undefined => {
  const parts = /^(?:(\d+)\.)?([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text);
  if (!parts) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
};

/** The kinds as which a value can be compared, the most specific first. */
const kindsOf = (value: unknown): Kind[] => {
  const text = textOf(value);
  const number = typeof value === 'number' || typeof value === 'string' ? readNumber(text) : undefined;
  const moment = readMoment(text);
  const span = readSpan(text);
  return [
    ...(number === undefined ? [] : [{ kind: 'number', number } as const]),
    ...(moment === undefined ? [] : [{ kind: 'moment', number: moment } as const]),
    ...(span === undefined ? [] : [{ kind: 'span', number: span } as const]),
    { kind: 'text', text },
  ];
};

/** -1, 0 or 1 for below, equal or above; `undefined` unless both are numbers, moments or time spans. */
const orderOf = (left: unknown, right: string): number | undefined => {
  for (const one of kindsOf(left)) {
    for (const other of kindsOf(right)) {
      if (one.kind !== 'text' && one.kind === other.kind) return Math.sign(one.number - other.number);
    }
  }
  return undefined;
};

const isEqual = (left: unknown, right: string): boolean => {
  const order = orderOf(left, right);
  return order === undefined ? textOf(left).toLowerCase() === right.toLowerCase() : order === 0;
};

const isFound = (pattern: string, value: unknown): boolean => new RegExp(pattern).test(textOf(value).slice(0, 16_384));

const holds = (operator: number, left: unknown, right: string): boolean => {
  const missing = left === undefined || left === null;
  const order = missing ? undefined : orderOf(left, right);
  switch (operator) {
    case 1:
      return !missing && isEqual(left, right);
    case 2:
      return missing || !isEqual(left, right);
    case 3:
      return order === 1;
    case 4:
      return order === -1;
    case 5:
      return !missing && textOf(left).toLowerCase().includes(right.toLowerCase());
    case 6:
      return order === 1 || order === 0;
    case 7:
      return order === -1 || order === 0;
    case 8:
      return !missing && isFound(right, left);
    case 9:
      return !missing && textOf(left).startsWith(right);
    case 10:
      return !missing && textOf(left).endsWith(right);
    case 11:
      return missing || !textOf(left).toLowerCase().includes(right.toLowerCase());
    case 12:
      return missing || !isFound(right, left);
    case 13:
      return missing || left === '';
    default:
      return !missing && left !== '';
  }
};

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    : undefined;

const fieldOf = (message: SlowMessage, path: string): unknown => {
  if (path === '' || path.toLowerCase() === 'value') return message.Value;
  const [group = '', ...names] = path.split('.');
  const within = member(message, group);
  return member(within, names.join('.')) ?? names.reduce<unknown>(member, within);
};

/** The operands over windows, computed from all packets that ever arrived. */
const windowValue = ({ LeftOperand, LeftOperandFieldName, Window }: RuleCondition, subject: SlowSubject): unknown => {
  const span = readSpan(Window?.Span ?? '00:05:00') ?? 0;
  const path = LeftOperandFieldName ?? '';
  const wantsNumbers = LeftOperand >= 41 && LeftOperand <= 45;
  const valueOf = (message: SlowMessage): unknown => {
    const value = fieldOf(message, path) ?? undefined;
    if (!wantsNumbers || value === undefined) return value;
    const [kind] = kindsOf(value);
    return kind?.kind === 'number' ? kind.number : undefined;
  };
  const present = valueOf(subject.message);
  if (present === undefined) return undefined;
  const earlier = subject.before
    .filter(({ time }) => time > subject.time - span && time < subject.time)
    .toSorted((one, other) => one.time - other.time)
    .map(({ time, message }) => ({ time, value: valueOf(message) }))
    .filter(({ value }) => value !== undefined);
  const samples = [...earlier, { time: subject.time, value: present }];
  if (samples.length < (Window?.MinimumSamples ?? 1)) return undefined;
  const previous = earlier.at(-1);
  if (LeftOperand === 40) return previous?.value;
  if (LeftOperand === 46) return samples.length;
  const numbers = samples.map(({ value }) => value as number);
  if (LeftOperand === 43) return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  if (LeftOperand === 44) return numbers.toSorted((one, other) => one - other)[0];
  if (LeftOperand === 45) return numbers.toSorted((one, other) => other - one)[0];
  if (!previous) return undefined;
  const change = (present as number) - (previous.value as number);
  return LeftOperand === 41 ? change : change / ((subject.time - previous.time) / 60_000);
};

const groupNames = new Map([
  [43, 'average'],
  [44, 'minimum'],
  [45, 'maximum'],
  [46, 'count'],
  [48, 'sum'],
  [49, 'share'],
] as const);
const unitNames = [
  'title',
  'severity',
  'state',
  'workUnitType',
  'category',
  'subcategory',
  'assignedTo',
  'description',
] as const;
const groups = ['', '', 'Metrics', 'Properties', 'States', 'Diagnostics'];

const operandValue = (ruleTypeId: number, condition: RuleCondition, subject: SlowSubject): unknown => {
  const { LeftOperand: id, LeftOperandFieldName } = condition;
  if (id === 1) return subject.message.Value;
  if (id <= 5) return fieldOf(subject.message, `${groups[id]}.${LeftOperandFieldName}`);
  if (id === 6) return subject.entityId;
  if (id === 7) return subject.entityName;
  if (id === 8) return new Date(subject.time);
  if (id === 9) return subject.deviceId;
  if (id === 20) return subject.tenantId;
  if (id === 21) return subject.subscriptionId;
  if (id >= 60) return subject.workUnit?.[unitNames[id - 60] ?? 'title'];
  const name = groupNames.get(id as 43);
  return ruleTypeId === 6 && name ? subject.group?.[name] : windowValue(condition, subject);
};

const conditionTruth = (ruleTypeId: number, condition: RuleCondition, subject: SlowSubject): Truth => {
  const { LeftOperand, Operator, RightOperand } = condition;
  const right = RightOperand ?? '';
  if (LeftOperand === 47) return (subject.silentMilliseconds ?? 0) >= (readSpan(right) ?? 0);
  if (LeftOperand === 30) return (subject.activeRules ?? []).includes(right.toLowerCase()) === (Operator === 1);
  const value = operandValue(ruleTypeId, condition, subject);
  if (holds(Operator, value, right)) return true;
  return value === undefined || value === null ? undefined : false;
};

/**
 * The truth of each alternative of a rule for a subject: a second implementation, based only on the reference
 * (docs/reference/rules.md#conditions). It compiles nothing, has no memory and reads everything. For tests.
 */
export const slowTruths = (
  ruleTypeId: number,
  conditions: readonly RuleCondition[],
  subject: SlowSubject,
): readonly Truth[] => {
  const alternatives: RuleCondition[][] = [];
  for (const [index, condition] of conditions.entries()) {
    if (index === 0 || condition.Type === 1) alternatives.push([]);
    alternatives.at(-1)?.push(condition);
  }
  return alternatives.map((alternative) => {
    const waits = alternative.some(({ LeftOperand }) => LeftOperand === 47);
    if (subject.silentMilliseconds !== undefined && !waits) return undefined;
    const truths = alternative.map((condition) => conditionTruth(ruleTypeId, condition, subject));
    if (truths.includes(false)) return false;
    return truths.includes(undefined) ? undefined : true;
  });
};
