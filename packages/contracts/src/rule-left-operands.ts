import { ruleOperators, type RuleOperatorId } from './rule-operators.ts';
import { ruleTypes, type RuleTypeId } from './rule-types.ts';

/** Type of a left operand's value; determines the editor of the right operand. */
export const inputTypes = { Any: 1, Text: 2, Number: 3, DateTime: 4, TimeSpan: 5, Guid: 6, Choice: 7 } as const;

export type InputTypeId = (typeof inputTypes)[keyof typeof inputTypes];

export interface LeftOperand {
  readonly id: number;
  readonly name: string;
  readonly inputTypeId: InputTypeId;
  /** Whether `LeftOperandFieldName` must name a field of the group. */
  readonly hasFieldName: boolean;
  readonly ruleTypeIds: readonly RuleTypeId[];
}

const { Ingestion, Correlation, History, WorkUnit, Maintenance, Aggregation } = ruleTypes;
const packetRules = [Ingestion, History];
const everyRule = Object.values(ruleTypes);

const operand = (
  id: number,
  name: string,
  inputTypeId: InputTypeId,
  ruleTypeIds: readonly RuleTypeId[],
  hasFieldName = false,
): LeftOperand => ({ id, name, inputTypeId, ruleTypeIds, hasFieldName });

/**
 * The numbered catalogue of left operands (docs/reference/rules.md#left-operands). 1 to 5 address a field of any
 * packet: its value, or a field of a group named by `LeftOperandFieldName`, as its full name or a dotted path. 20 is
 * the tenant. Numbers are never reused.
 */
export const leftOperands: readonly LeftOperand[] = [
  operand(1, 'Value', inputTypes.Any, packetRules),
  operand(2, 'Metrics', inputTypes.Any, packetRules, true),
  operand(3, 'Properties', inputTypes.Any, packetRules, true),
  operand(4, 'States', inputTypes.Any, packetRules, true),
  operand(5, 'Diagnostics', inputTypes.Any, packetRules, true),
  operand(6, 'Entity Id', inputTypes.Guid, [Ingestion, Correlation, History, Maintenance, Aggregation]),
  operand(7, 'Entity Name', inputTypes.Text, packetRules),
  operand(8, 'Packet Time', inputTypes.DateTime, packetRules),
  operand(9, 'Device Id', inputTypes.Guid, [Ingestion, Correlation, History, Maintenance, Aggregation]),
  operand(20, 'Tenant', inputTypes.Choice, everyRule),
  operand(21, 'Subscription', inputTypes.Choice, everyRule),
  operand(30, 'Active Rule', inputTypes.Choice, [Correlation, Maintenance]),
  operand(40, 'Previous Value', inputTypes.Any, [History]),
  operand(41, 'Change', inputTypes.Number, [History]),
  operand(42, 'Change per Minute', inputTypes.Number, [History]),
  operand(43, 'Average', inputTypes.Number, [History, Aggregation]),
  operand(44, 'Minimum', inputTypes.Number, [History, Aggregation]),
  operand(45, 'Maximum', inputTypes.Number, [History, Aggregation]),
  operand(46, 'Count', inputTypes.Number, [History, Aggregation]),
  operand(47, 'Time without Packet', inputTypes.TimeSpan, [History]),
  operand(48, 'Sum', inputTypes.Number, [Aggregation]),
  operand(49, 'Share', inputTypes.Number, [Aggregation]),
  operand(60, 'Title', inputTypes.Text, [WorkUnit]),
  operand(61, 'Severity', inputTypes.Choice, [WorkUnit]),
  operand(62, 'State', inputTypes.Choice, [WorkUnit]),
  operand(63, 'Work Unit Type', inputTypes.Choice, [WorkUnit]),
  operand(64, 'Category', inputTypes.Choice, [WorkUnit]),
  operand(65, 'Subcategory', inputTypes.Choice, [WorkUnit]),
  operand(66, 'Assigned To', inputTypes.Text, [WorkUnit]),
  operand(67, 'Description', inputTypes.Text, [WorkUnit]),
];

/** The operands by number. */
export const leftOperandsById: ReadonlyMap<number, LeftOperand> = new Map(leftOperands.map((each) => [each.id, each]));

/** The operand by which conditions refer to the rule's tenant. */
export const tenantOperandId = 20;

/** The operand for an active match of another rule. */
export const activeRuleOperandId = 30;

/** The operand for the time since the last packet. */
export const absenceOperandId = 47;

/** Operands of History rules over a window of the entity's packets. */
export const windowOperandIds: ReadonlySet<number> = new Set([40, 41, 42, 43, 44, 45, 46]);

const comparisons: readonly RuleOperatorId[] = [
  ruleOperators.Equals,
  ruleOperators.NotEquals,
  ruleOperators.GreaterThan,
  ruleOperators.LessThan,
  ruleOperators.GreaterThanOrEqual,
  ruleOperators.LessThanOrEqual,
  ruleOperators.IsEmpty,
  ruleOperators.IsNotEmpty,
];
const identities: readonly RuleOperatorId[] = [
  ruleOperators.Equals,
  ruleOperators.NotEquals,
  ruleOperators.IsEmpty,
  ruleOperators.IsNotEmpty,
];

/** Operators that an editor offers for an input type; the server accepts every operator on every operand. */
export const operatorsByInputType: Readonly<Record<InputTypeId, readonly RuleOperatorId[]>> = {
  [inputTypes.Any]: Object.values(ruleOperators),
  [inputTypes.Text]: Object.values(ruleOperators),
  [inputTypes.Number]: comparisons,
  [inputTypes.DateTime]: comparisons,
  [inputTypes.TimeSpan]: comparisons,
  [inputTypes.Guid]: identities,
  [inputTypes.Choice]: identities,
};
