/** Where an action may be used, and whether it is built in (docs/reference/actions.md#types). */
export const actionDefinitionTypes = {
  BuiltInProtocolAction: 1,
  ProtocolAction: 2,
  RuleAction: 3,
  ProtocolOrRuleAction: 4,
  BuiltInProtocolOrRuleAction: 5,
  BuiltInRuleAction: 6,
} as const;

/** What people call each type. */
export const actionDefinitionTypeNames: Readonly<Record<number, string>> = {
  1: 'Protocol Action (Built-In)',
  2: 'Protocol Action',
  3: 'Rule Action',
  4: 'Protocol or Rule Action',
  5: 'Protocol Action (Built-In)',
  6: 'Rule Action (Built-In)',
};

/** Types that cannot be edited or deleted. */
export const builtInTypes: ReadonlySet<number> = new Set([
  actionDefinitionTypes.BuiltInProtocolAction,
  actionDefinitionTypes.BuiltInProtocolOrRuleAction,
  actionDefinitionTypes.BuiltInRuleAction,
]);

/** Types that a rule may reference. */
export const ruleActionTypes: readonly number[] = [
  actionDefinitionTypes.RuleAction,
  actionDefinitionTypes.ProtocolOrRuleAction,
  actionDefinitionTypes.BuiltInProtocolOrRuleAction,
  actionDefinitionTypes.BuiltInRuleAction,
];

/** Types that a protocol may reference. */
export const protocolActionTypes: readonly number[] = [
  actionDefinitionTypes.BuiltInProtocolAction,
  actionDefinitionTypes.ProtocolAction,
  actionDefinitionTypes.ProtocolOrRuleAction,
  actionDefinitionTypes.BuiltInProtocolOrRuleAction,
];

/** Types of actions that tenants define. */
export const customActionTypes: readonly number[] = [
  actionDefinitionTypes.ProtocolAction,
  actionDefinitionTypes.RuleAction,
  actionDefinitionTypes.ProtocolOrRuleAction,
];

/** The fixed ids of the built-in actions. */
export const builtInActions = {
  sendEmail: '5e4d0000-0000-4000-8000-000000000001',
  setColor: '5e4d0000-0000-4000-8000-000000000002',
  createWorkUnit: '5e4d0000-0000-4000-8000-000000000003',
} as const;

/** Result of an attempt at an action, as recorded in the action history. */
export const resultStatuses = {
  Unknown: 0,
  Success: 1,
  Failure: 2,
  EnqueueSuccess: 3,
  EnqueueFailure: 4,
  Suppressed: 5,
} as const;

export type ResultStatusId = (typeof resultStatuses)[keyof typeof resultStatuses];

export const actionHttpMethods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
