import { isRecord } from '@cfs/contracts/json-record';
import type { RuleSubject } from './rule-subject.ts';

/** Finds an operand's value in a subject; `undefined` when it is not there. */
export type OperandReader = (subject: RuleSubject) => unknown;

const member = (value: unknown, name: string): unknown => {
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const wanted = name.toLowerCase();
  const other = Object.keys(value).find((key) => key.toLowerCase() === wanted);
  return other === undefined ? undefined : value[other];
};

/** A field by its whole name, else as a path with dots; names match without regard to case. */
export const readField = (group: unknown, fieldName: string): unknown =>
  member(group, fieldName) ?? (fieldName.includes('.') ? fieldName.split('.').reduce(member, group) : undefined);

const groupReader =
  (group: 'Metrics' | 'Properties' | 'States' | 'Diagnostics', fieldName: string): OperandReader =>
  ({ message }) =>
    readField(message[group], fieldName);

/**
 * The reader of a left operand of Ingestion rules by its number in the catalogue; operands of other rule types answer
 * `undefined`, so they are missing.
 */
export const compileOperand = (leftOperand: number, fieldName: string): OperandReader => {
  switch (leftOperand) {
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
