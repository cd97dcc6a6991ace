import { z } from 'zod';
import { byName } from './by-name.ts';
import { readIntakeForm } from './intake.ts';
import { requiredText, text } from './text.ts';
import { customFieldCount, type CustomFieldNumber } from './work-units.ts';

/** Kinds of a tenant's own work unit fields (docs/reference/tenants.md#additional-fields). */
export const customFieldTypes = { Textbox: 1, Dropdown: 2 } as const;

/** Definition of one custom field: JSON text `{"Name", "Type", "Options"}`, the options comma-separated. */
export const customFieldDefinitionSchema = z.strictObject({
  Name: requiredText(100, 'Please enter a name.'),
  Type: z.literal(Object.values(customFieldTypes)),
  Options: text(4_000).nullish(),
});

export type CustomFieldDefinition = z.infer<typeof customFieldDefinitionSchema>;

/** The definition that a stored text holds; `undefined` when there is none or the text is not one. */
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

/** The values that a Dropdown offers. */
export const customFieldOptions = (definition: CustomFieldDefinition): readonly string[] => namesIn(definition.Options);

/** The names of a tenant's assignment groups, from the comma-separated text that it stores. */
export const assignmentGroupsOf = (stored: string | null | undefined): readonly string[] => namesIn(stored);

/** Name of the property that holds the definition of the custom value with the same number. */
export type WorkUnitFieldName = `workUnitField${CustomFieldNumber}`;
export const workUnitFieldNames: readonly WorkUnitFieldName[] = Array.from(
  { length: customFieldCount },
  (_, index): WorkUnitFieldName => `workUnitField${(index + 1) as CustomFieldNumber}`,
);

const customField = text(5_000)
  .refine((value) => value === '' || parseCustomField(value) !== undefined, 'Must be a field definition as JSON text.')
  .transform((value) => (value === '' ? null : value))
  .nullish();

const intakeSchema = text(512_000)
  .superRefine((value, check) => {
    if (value === '') return;
    const read = readIntakeForm(value);
    if ('fault' in read) check.addIssue({ code: 'custom', message: read.fault });
  })
  .transform((value) => (value === '' ? null : value))
  .nullish();

const tenantFields = {
  name: requiredText(200, 'Please enter a name.'),
  internalNotificationEmailAddress: z
    .union([z.literal(''), z.email('Please enter a valid email address.').max(320)])
    .transform((value) => (value === '' ? null : value))
    .nullish(),
  assignmentGroups: text(4_000).nullish(),
  intakeWizardFormData: intakeSchema,
  ...byName(workUnitFieldNames, () => customField),
};

/** Whether no two definitions bear the same name. */
const namesDiffer = (tenant: Readonly<Record<string, unknown>>): boolean => {
  const names = workUnitFieldNames
    .map((slot) => tenant[slot])
    .flatMap((stored) => (typeof stored === 'string' ? (parseCustomField(stored)?.Name.toLowerCase() ?? []) : []));
  return new Set(names).size === names.length;
};
const duplicateFields = { path: ['workUnitFields'], message: 'Can not have duplicate custom fields.' };

const tenantBody = z.strictObject({ ...tenantFields, tenantId: z.guid().nullish(), enabled: z.boolean().nullish() });

/** Body of PUT /v1/tenants; the id is chosen by the server, and a new tenant is enabled. */
export const tenantCreateSchema = tenantBody.refine(namesDiffer, duplicateFields);

/** Body of POST /v1/tenants/{id}: absent fields stay as they are; with `modified`, 409 when the row has moved on. */
export const tenantUpdateSchema = tenantBody
  .partial()
  .extend({ modified: z.iso.datetime({ offset: true }).nullish() })
  .refine(namesDiffer, duplicateFields);

export type TenantCreate = z.infer<typeof tenantCreateSchema>;
export type TenantUpdate = z.infer<typeof tenantUpdateSchema>;

/** What the work unit form needs of a tenant, and all that is shown without Tenants view. */
export type TenantDetails = Readonly<Record<WorkUnitFieldName, string | null>> & {
  readonly tenantId: string;
  readonly name: string;
  /** Names of groups, comma-separated. */
  readonly assignmentGroups: string | null;
};

/** A tenant as it travels to those who may view tenants. */
export type Tenant = TenantDetails & {
  readonly internalNotificationEmailAddress: string | null;
  readonly enabled: boolean;
  /** Whether it stores an intake form, which travels by a call of its own. */
  readonly hasIntakeForm: boolean;
  readonly created: string;
  readonly modified: string;
};
