import { z } from 'zod';
import { byName } from './by-name.ts';
import { intakeTextLimit } from './intake-forms.ts';
import { readIntakeForm } from './intake.ts';
import { requiredText, text } from './text.ts';
import { customFieldCount, type CustomFieldNumber } from './work-units.ts';

/** Kinds of custom work unit fields (docs/reference/tenants.md#additional-fields). */
export const customFieldTypes = { Textbox: 1, Dropdown: 2 } as const;

/** Definition of a custom field: JSON text `{"Name", "Type", "Options"}` with comma-separated options. */
export const customFieldDefinitionSchema = z.strictObject({
  Name: requiredText(100, 'Please enter a name.'),
  Type: z.literal(Object.values(customFieldTypes)),
  Options: text(4_000).nullish(),
});

export type CustomFieldDefinition = z.infer<typeof customFieldDefinitionSchema>;

/** Parses a stored definition; `undefined` when absent or invalid. */
export const parseCustomField = (stored: string | null | undefined): CustomFieldDefinition | undefined => {
  if (stored === null || stored === undefined || stored === '') return undefined;
  try {
    return customFieldDefinitionSchema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
};

const namesIn = (text: string | null | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The options of a Dropdown. */
export const customFieldOptions = (definition: CustomFieldDefinition): readonly string[] => namesIn(definition.Options);

/** The names of a tenant's assignment groups, stored as comma-separated text. */
export const assignmentGroupsOf = (stored: string | null | undefined): readonly string[] => namesIn(stored);

/** Name of the property that defines the custom value of the same number. */
export type WorkUnitFieldName = `workUnitField${CustomFieldNumber}`;
export const workUnitFieldNames: readonly WorkUnitFieldName[] = Array.from(
  { length: customFieldCount },
  (_, index): WorkUnitFieldName => `workUnitField${(index + 1) as CustomFieldNumber}`,
);

const customField = text(5_000)
  .refine((value) => value === '' || parseCustomField(value) !== undefined, 'Must be a field definition as JSON text.')
  .transform((value) => (value === '' ? null : value))
  .nullish();

const intakeSchema = text(intakeTextLimit)
  .superRefine((value, check) => {
    if (value === '') return;
    const read = readIntakeForm(value);
    if ('fault' in read) check.addIssue({ code: 'custom', message: read.fault });
  })
  .transform((value) => (value === '' ? null : value))
  .nullish();

const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);

const tenantFields = {
  name: requiredText(200, 'Please enter a name.'),
  internalNotificationEmailAddress: z
    .union([z.literal(''), z.email('Please enter a valid email address.').max(320)])
    .transform((value) => (value === '' ? null : value))
    .nullish(),
  assignmentGroups: text(4_000).nullish(),
  /** Where the agent is downloaded: a directory that ends with a slash, or the file for Windows. */
  agentDownloadUrl: text(2_000)
    .refine(
      (value) => value === '' || isWebAddress(value),
      'Please enter an address that begins with https:// or http://.',
    )
    .transform((value) => (value === '' ? null : value))
    .nullish(),
  intakeWizardFormData: intakeSchema,
  ...byName(workUnitFieldNames, () => customField),
};

/** Whether the names of the definitions are unique. */
const namesDiffer = (tenant: Readonly<Record<string, unknown>>): boolean => {
  const names = workUnitFieldNames
    .map((slot) => tenant[slot])
    .flatMap((stored) => (typeof stored === 'string' ? (parseCustomField(stored)?.Name.toLowerCase() ?? []) : []));
  return new Set(names).size === names.length;
};
const duplicateFields = { path: ['workUnitFields'], message: 'Can not have duplicate custom fields.' };

const tenantBody = z.strictObject({
  ...tenantFields,
  tenantId: z.guid().toLowerCase().nullish(),
  enabled: z.boolean().nullish(),
});

/** Body of PUT /v1/tenants; the server assigns the id, and a new tenant is enabled. */
export const tenantCreateSchema = tenantBody.refine(namesDiffer, duplicateFields);

/** Body of POST /v1/tenants/{id}: absent fields are unchanged; with `modified`, 409 when the row has changed since. */
export const tenantUpdateSchema = tenantBody
  .partial()
  .extend({ modified: z.iso.datetime({ offset: true }).nullish() })
  .refine(namesDiffer, duplicateFields);

export type TenantCreate = z.infer<typeof tenantCreateSchema>;
export type TenantUpdate = z.infer<typeof tenantUpdateSchema>;

/** The properties of a tenant that the work unit form needs; visible without the permission to view tenants. */
export type TenantDetails = Readonly<Record<WorkUnitFieldName, string | null>> & {
  readonly tenantId: string;
  readonly name: string;
  /** Names of groups, comma-separated. */
  readonly assignmentGroups: string | null;
};

/** A tenant as returned to callers who may view tenants. */
export type Tenant = TenantDetails & {
  readonly internalNotificationEmailAddress: string | null;
  /** `null` for the one that the installation is configured with. */
  readonly agentDownloadUrl: string | null;
  readonly enabled: boolean;
  /** Whether the tenant has an intake form, which is returned by a separate call. */
  readonly hasIntakeForm: boolean;
  readonly created: string;
  readonly modified: string;
};
