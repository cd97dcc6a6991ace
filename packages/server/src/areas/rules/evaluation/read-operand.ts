import { parsePacketField } from '@cfs/contracts/packet-field';
import { windowOperandIds } from '@cfs/contracts/rule-left-operands';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { defaultRuleWindow, type RuleWindow } from '@cfs/contracts/rule-windows';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import { numberOf } from '../conditions/compare-operand.ts';
import type { Sample } from './entity-history.ts';
import { readField, readPacketField } from './read-packet-field.ts';
import type { GroupFacts, RuleSubject, WorkUnitFacts } from './rule-subject.ts';

/** Reads the value of an operand from a subject; `undefined` if it is missing. */
export type OperandReader = (subject: RuleSubject) => unknown;

const groupReader =
  (group: 'Metrics' | 'Properties' | 'States' | 'Diagnostics', fieldName: string): OperandReader =>
  ({ message }) =>
    readField(message[group], fieldName);

const minuteMilliseconds = 60_000;

interface NumberSample {
  readonly time: number;
  readonly value: number;
}

const change = (samples: readonly NumberSample[]): number | undefined => {
  const [previous, last] = samples.slice(-2);
  return previous && last && last.value - previous.value;
};

const ofNumbers: ReadonlyMap<number, (samples: readonly NumberSample[]) => number | undefined> = new Map([
  [41, change],
  [
    42,
    (samples: readonly NumberSample[]) => {
      const [previous, last] = samples.slice(-2);
      const difference = change(samples);
      return previous && last && difference !== undefined
        ? difference / ((last.time - previous.time) / minuteMilliseconds)
        : undefined;
    },
  ],
  [43, (samples: readonly NumberSample[]) => samples.reduce((sum, { value }) => sum + value, 0) / samples.length],
  [44, (samples: readonly NumberSample[]) => samples.reduce((min, { value }) => Math.min(min, value), Infinity)],
  [45, (samples: readonly NumberSample[]) => samples.reduce((max, { value }) => Math.max(max, value), -Infinity)],
]);

const previousValue = 40;

/** The field and the span in milliseconds of an operand over a window. */
export const windowOf = (fieldName: string, window: RuleWindow | null | undefined) => ({
  field: parsePacketField(fieldName) ?? ({ group: 'Value' } as const),
  span: (parseTimeSpan((window ?? defaultRuleWindow).Span) ?? 0) * 1_000,
  minimumSamples: (window ?? defaultRuleWindow).MinimumSamples,
});

/** Operands over the window that ends at the packet's time (docs/reference/rules.md#history). */
const windowReader = (leftOperand: number, fieldName: string, window: RuleWindow | null | undefined): OperandReader => {
  const { field, span, minimumSamples } = windowOf(fieldName, window);
  const ofSamples = ofNumbers.get(leftOperand);
  const sampleOf = (value: unknown): unknown => (ofSamples ? numberOf(value) : value) ?? undefined;
  return ({ message, timestamp, history }) => {
    const time = timestamp.getTime();
    const present = sampleOf(readPacketField(message, field));
    if (present === undefined) return undefined;
    const samples: Sample[] = [];
    for (const earlier of history?.samples(field, time - span, time) ?? []) {
      const value = sampleOf(earlier.value);
      if (value !== undefined) samples.push({ time: earlier.time, value });
    }
    samples.push({ time, value: present });
    if (samples.length < minimumSamples) return undefined;
    if (ofSamples) return ofSamples(samples as readonly NumberSample[]);
    return leftOperand === previousValue ? samples.at(-2)?.value : samples.length;
  };
};

const groupFacts: ReadonlyMap<number, keyof GroupFacts> = new Map([
  [43, 'average'],
  [44, 'minimum'],
  [45, 'maximum'],
  [46, 'count'],
  [48, 'sum'],
  [49, 'share'],
]);

const unitFacts: ReadonlyMap<number, keyof WorkUnitFacts> = new Map([
  [60, 'title'],
  [61, 'severity'],
  [62, 'state'],
  [63, 'workUnitType'],
  [64, 'category'],
  [65, 'subcategory'],
  [66, 'assignedTo'],
  [67, 'description'],
]);

/** A left operand as a condition names it. */
export interface OperandName {
  readonly LeftOperand: number;
  readonly LeftOperandFieldName?: string | null | undefined;
  readonly Window?: RuleWindow | null | undefined;
}

/** The reader of a left operand by its number in the catalogue and the type of the rule. */
export const compileOperand = (
  { LeftOperand, LeftOperandFieldName, Window }: OperandName,
  ruleTypeId: number,
): OperandReader => {
  const fieldName = LeftOperandFieldName ?? '';
  if (ruleTypeId === ruleTypes.History && windowOperandIds.has(LeftOperand))
    return windowReader(LeftOperand, fieldName, Window);
  const ofGroup = groupFacts.get(LeftOperand);
  if (ofGroup) return ({ group }) => group?.[ofGroup];
  const ofUnit = unitFacts.get(LeftOperand);
  if (ofUnit) return ({ workUnit }) => workUnit?.[ofUnit];
  switch (LeftOperand) {
    case 1:
      return ({ message }) => message.Value;
    case 2:
      return groupReader('Metrics', fieldName);
    case 3:
      return groupReader('Properties', fieldName);
    case 4:
      return groupReader('States', fieldName);
    case 5:
      return groupReader('Diagnostics', fieldName);
    case 6:
      return (subject) => subject.entityId;
    case 7:
      return (subject) => subject.entityName ?? readField(subject.message.Properties, 'BlockName');
    case 8:
      return (subject) => subject.timestamp;
    case 9:
      return (subject) => subject.deviceId;
    case 20:
      return (subject) => subject.tenantId;
    case 21:
      return (subject) => subject.subscriptionId;
    default:
      return () => undefined;
  }
};
