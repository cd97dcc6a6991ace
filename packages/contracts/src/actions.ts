import { z } from 'zod';
import { actionHttpMethods, customActionTypes, protocolActionTypes, ruleActionTypes } from './action-enumerations.ts';
import { headerFault } from './action-headers.ts';
import { hasOpenPlaceholder, placeholdersIn, secretIn } from './action-placeholders.ts';
import { parameterLimits } from './parameter-values.ts';
import { requiredText, text } from './text.ts';

const required = { error: 'This field is required.' };

/** The address with `x` for each placeholder; `undefined` when it is no http or https address. */
const sampleAddress = (template: string): URL | undefined => {
  const address = template.replaceAll(/\{\{[^{}]*\}\}/g, 'x');
  return URL.canParse(address) && /^https?:\/\//i.test(template) ? new URL(address) : undefined;
};

const hasCredentials = (template: string): boolean => {
  const { username = '', password = '' } = sampleAddress(template) ?? {};
  return username !== '' || password !== '';
};

/** The fault of the names of the input parameters; `undefined` when they are valid. */
const parameterFault = (inputParameters: string): string | undefined => {
  const names = namesIn(inputParameters);
  const misnamed = names.find((name) => /[{}]/.test(name) || name.startsWith('secret:'));
  if (misnamed !== undefined) return `${misnamed} is not a valid name of a parameter.`;
  const long = names.find((name) => name.length > parameterLimits.nameCharacters);
  if (long !== undefined)
    return `The name of a parameter must be at most ${parameterLimits.nameCharacters} characters.`;
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) return `${repeated} occurs twice.`;
  return names.length > parameterLimits.count ? `Must be at most ${parameterLimits.count} parameters.` : undefined;
};

/** The fault of the placeholders of a field; `undefined` when they are valid. */
const placeholderFault = (text: string, isKnown: (name: string) => boolean): string | undefined => {
  if (hasOpenPlaceholder(text)) return 'A placeholder is not closed or contains another one: write {{Name}}.';
  const unknown = placeholdersIn(text).find((name) => !isKnown(name));
  return unknown === undefined ? undefined : `The placeholder {{${unknown}}} is not known.`;
};

/**
 * Body of PUT v1/actionDefinitions and POST v1/actionDefinitions/{id}: an HTTP call with placeholders `{{Name}}`. A
 * name is an input parameter, a value of an event that the type runs on, or `{{secret:name}}`.
 */
export const actionDefinitionInputSchema = z
  .object({
    name: requiredText(200, required.error),
    description: text(2_000).nullish(),
    actionDefinitionTypeId: z
      .int(required)
      .refine((id) => customActionTypes.includes(id), { error: 'Built-in types cannot be created or edited.' }),
    tenantId: z.guid().toLowerCase().nullish(),
    inputParameters: text(2_000)
      .superRefine((names, context) => {
        const fault = parameterFault(names);
        if (fault !== undefined) context.addIssue(fault);
      })
      .nullish(),
    endpointUrl: requiredText(2_000, required.error)
      .refine((address) => sampleAddress(address) !== undefined, { error: 'Please enter an http or https address.' })
      .refine((address) => !hasCredentials(address), {
        error: 'Credentials do not belong in the address: send them in a header.',
      }),
    httpMethod: z
      .string()
      .toUpperCase()
      .pipe(z.enum(actionHttpMethods, { error: 'Please select one of POST, GET, PUT, PATCH, DELETE and HEAD.' }))
      .default('POST'),
    headers: text(8_000)
      .superRefine((lines, context) => {
        const fault = headerFault(lines);
        if (fault !== undefined) context.addIssue(fault);
      })
      .nullish(),
    body: text(64_000).nullish(),
    modified: z.iso.datetime({ offset: true }).nullish(),
  })
  .superRefine((definition, context) => {
    const parameters = new Set(namesIn(definition.inputParameters));
    const { actionDefinitionTypeId: typeId } = definition;
    for (const field of ['endpointUrl', 'headers', 'body'] as const) {
      const message = placeholderFault(
        definition[field] ?? '',
        (name) => parameters.has(name) || isKnownPlaceholder(name, typeId),
      );
      if (message !== undefined) context.addIssue({ code: 'custom', path: [field], message });
    }
  });

export type ActionDefinitionInput = z.input<typeof actionDefinitionInputSchema>;
export type ValidActionDefinition = z.output<typeof actionDefinitionInputSchema>;

/** Maximum values of a test besides those of the input parameters. */
export const extraTestValues = 7;

/** The names in a comma-delimited list of input parameters. */
export const namesIn = (inputParameters: string | null | undefined): string[] =>
  (inputParameters ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * The input parameters in the path of an action's address, before its query: without a value the call would go to
 * another address.
 */
export const requiredParameters = (inputParameters: string | null, endpointUrl: string | null): string[] => {
  const [path = ''] = (endpointUrl ?? '').split('?');
  const inPath = new Set(placeholdersIn(path));
  return namesIn(inputParameters).filter((name) => inPath.has(name));
};

/** An action that the editor of a rule or protocol offers. */
export interface OfferedAction {
  readonly actionDefinitionId: string;
  readonly name: string;
  readonly description: string | null;
  readonly actionDefinitionTypeId: number;
  /** Null for an action of every tenant. */
  readonly tenantId: string | null;
  readonly inputParameters: string;
  readonly requiredParameters: readonly string[];
}

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

/** Groups of a packet's message, whose members are placeholders: `{{Metrics.CpuPercent}}`. */
export const packetPlaceholderGroups = ['Metrics', 'Properties', 'States', 'Diagnostics'] as const;

const isPacketField = (name: string): boolean =>
  packetPlaceholderGroups.some((group) => name.startsWith(`${group}.`) && name.length > group.length + 1);

const isSecret = (name: string): boolean => secretIn(name) !== undefined;

/** Whether a rule match provides a placeholder: its own values, a field of its packet, or a secret. */
export const isMatchPlaceholder = (name: string): boolean => ofMatch.has(name) || isPacketField(name) || isSecret(name);

/** Whether an event of a work unit provides a placeholder. */
export const isWorkUnitPlaceholder = (name: string): boolean => ofWorkUnit.has(name) || isSecret(name);

/** Whether an event that runs actions of this type provides a placeholder that is not an input parameter. */
export const isKnownPlaceholder = (name: string, typeId: number): boolean =>
  (ruleActionTypes.includes(typeId) && isMatchPlaceholder(name)) ||
  (protocolActionTypes.includes(typeId) && isWorkUnitPlaceholder(name));
