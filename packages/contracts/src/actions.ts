import { z } from 'zod';
import { placeholdersIn } from './action-placeholders.ts';
import { requiredText, text } from './text.ts';

/** Where an action may be used, and whether it is built in (docs/reference/actions.md#types). */
export const actionDefinitionTypes = {
  BuiltInProtocolAction: 1,
  ProtocolAction: 2,
  RuleAction: 3,
  ProtocolOrRuleAction: 4,
  BuiltInProtocolOrRuleAction: 5,
  BuiltInRuleAction: 6,
} as const;

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

const required = { error: 'This field is required.' };
const custom: readonly number[] = [
  actionDefinitionTypes.ProtocolAction,
  actionDefinitionTypes.RuleAction,
  actionDefinitionTypes.ProtocolOrRuleAction,
];

/**
 * Whether the text is an http or https address after placeholder substitution; placeholders may occur anywhere except
 * in the scheme.
 */
const isHttpAddress = (template: string): boolean => {
  const address = template.replaceAll(/\{\{[^{}]*\}\}/g, 'x');
  return URL.canParse(address) && /^https?:\/\//i.test(template);
};

/**
 * Body of PUT v1/actionDefinitions and POST v1/actionDefinitions/{id}: an HTTP call with placeholders `{{Name}}`. A
 * name is an input parameter, a value of the triggering event, or `{{secret:name}}`.
 */
export const actionDefinitionInputSchema = z
  .object({
    name: requiredText(200, required.error),
    description: text(2_000).nullish(),
    actionDefinitionTypeId: z
      .int(required)
      .refine((id) => custom.includes(id), { error: 'Built-in types cannot be created or edited.' }),
    tenantId: z.guid().toLowerCase().nullish(),
    inputParameters: text(2_000).nullish(),
    endpointUrl: requiredText(2_000, required.error).refine(isHttpAddress, {
      error: 'Please enter an http or https address.',
    }),
    httpMethod: z
      .string()
      .toUpperCase()
      .pipe(z.enum(actionHttpMethods, { error: 'Please select one of POST, GET, PUT, PATCH, DELETE and HEAD.' }))
      .default('POST'),
    headers: text(8_000)
      .refine((lines) => lines.split('\n').every((line) => line.trim() === '' || /^[!#$%&'*+.^_`|~\w-]+:/.test(line)), {
        error: 'Please enter one header per line as Name:Value.',
      })
      .nullish(),
    body: text(64_000).nullish(),
    modified: z.iso.datetime({ offset: true }).nullish(),
  })
  .superRefine((definition, context) => {
    const known = new Set(namesIn(definition.inputParameters));
    for (const field of ['endpointUrl', 'headers', 'body'] as const) {
      for (const name of placeholdersIn(definition[field] ?? '')) {
        if (!known.has(name) && !isKnownPlaceholder(name)) {
          context.addIssue({ code: 'custom', path: [field], message: `The placeholder {{${name}}} is not known.` });
        }
      }
    }
  });

export type ActionDefinitionInput = z.input<typeof actionDefinitionInputSchema>;
export type ValidActionDefinition = z.output<typeof actionDefinitionInputSchema>;

/** The names in a comma-delimited list of input parameters. */
export const namesIn = (inputParameters: string | null | undefined): string[] =>
  (inputParameters ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Placeholders that every rule match provides in addition to the action's input parameters. */
export const occasionPlaceholders = [
  'RuleId',
  'RuleName',
  'RuleMatchId',
  'Label',
  'EntityId',
  'EntityName',
  'TenantId',
  'Value',
  'Timestamp',
  'MatchCount',
  'WorkUnitId',
  'IdempotencyKey',
] as const;

/** Placeholders that an event of a work unit provides. */
export const workUnitPlaceholders = [
  'WorkUnitId',
  'PublicWorkUnitId',
  'InternalWorkUnitId',
  'TenantId',
  'TenantName',
  'Event',
  'Title',
  'Description',
  'Resolution',
  'Severity',
  'State',
  'AssignedTo',
  'AssignmentGroup',
  'StakeholderName',
  'StakeholderEmail',
  'StakeholderPhone',
  'WorkUnitUrl',
  'IdempotencyKey',
] as const;

const ofMatch: ReadonlySet<string> = new Set(occasionPlaceholders);
const ofWorkUnit: ReadonlySet<string> = new Set(workUnitPlaceholders);

const isSecret = (name: string): boolean => /^secret:[\w.-]+$/.test(name);

/** Whether a rule match provides a placeholder: its own values, a field of its packet, or a secret. */
export const isMatchPlaceholder = (name: string): boolean =>
  ofMatch.has(name) || /^(Metrics|Properties|States|Diagnostics)\..+$/.test(name) || isSecret(name);

/** Whether an event of a work unit provides a placeholder. */
export const isWorkUnitPlaceholder = (name: string): boolean => ofWorkUnit.has(name) || isSecret(name);

/** Whether any kind of event provides a placeholder that is not an input parameter. */
export const isKnownPlaceholder = (name: string): boolean => isMatchPlaceholder(name) || isWorkUnitPlaceholder(name);
