import { byName } from '@cfs/contracts/by-name';
import {
  customFieldDefinitionSchema,
  customFieldTypes,
  parseCustomField,
  tenantCreateSchema,
  workUnitFieldNames,
  type CustomFieldDefinition,
  type Tenant,
  type TenantCreate,
  type TenantUpdate,
} from '@cfs/contracts/tenants';
import { z } from 'zod';

const duplicate = 'Can not have duplicate custom fields.';

const customField = customFieldDefinitionSchema.extend({
  column: z.enum(workUnitFieldNames, { error: 'Please choose a column.' }),
});

/** The indices of the values that equal an earlier one. */
const repeated = (values: readonly string[]): readonly number[] =>
  values.flatMap((value, index) => (value !== '' && values.indexOf(value) < index ? [index] : []));

/** A tenant as its form holds it: the custom fields that are in use, each with its column. */
export const tenantForm = z.object({
  name: tenantCreateSchema.shape.name,
  internalNotificationEmailAddress: tenantCreateSchema.shape.internalNotificationEmailAddress,
  assignmentGroups: tenantCreateSchema.shape.assignmentGroups,
  agentDownloadUrl: tenantCreateSchema.shape.agentDownloadUrl,
  intakeWizardFormData: tenantCreateSchema.shape.intakeWizardFormData,
  modified: z.string().optional(),
  workUnitFields: z
    .array(customField)
    .max(workUnitFieldNames.length)
    .superRefine((fields, check) => {
      for (const index of repeated(fields.map((field) => field.column)))
        check.addIssue({ code: 'custom', path: [index, 'column'], message: duplicate });
      for (const index of repeated(fields.map((field) => field.Name.toLowerCase())))
        check.addIssue({ code: 'custom', path: [index, 'Name'], message: duplicate });
    }),
});

export type TenantValues = z.input<typeof tenantForm>;
export type CustomField = TenantValues['workUnitFields'][number];

export const blankTenant: TenantValues = { name: '', workUnitFields: [] };

/** Formats JSON text with one member per line; returns any other text unchanged. */
export const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
};

/** The form values of a tenant, with the text of its intake form if that is known. */
export const valuesOf = (tenant: Tenant, intake?: string | null): TenantValues => ({
  name: tenant.name,
  internalNotificationEmailAddress: tenant.internalNotificationEmailAddress,
  assignmentGroups: tenant.assignmentGroups,
  agentDownloadUrl: tenant.agentDownloadUrl,
  modified: tenant.modified,
  ...(intake !== undefined && { intakeWizardFormData: readable(intake ?? '') }),
  workUnitFields: workUnitFieldNames.flatMap((column) => {
    const definition = parseCustomField(tenant[column]);
    return definition ? [{ ...definition, column }] : [];
  }),
});

const definitionText = ({ Name, Type, Options }: CustomFieldDefinition): string =>
  JSON.stringify({ Name, Type, ...(Type === customFieldTypes.Dropdown && { Options: Options ?? '' }) });

/** Returns the body to send. It has every column, so that removed fields are emptied. */
export const bodyOf = ({ workUnitFields, ...tenant }: z.output<typeof tenantForm>): TenantCreate & TenantUpdate => ({
  ...tenant,
  ...byName(workUnitFieldNames, (name) => {
    const field = workUnitFields.find(({ column }) => column === name);
    return field ? definitionText(field) : null;
  }),
});
