import { byName } from '@cfs/contracts/by-name';
import {
  customFieldOptions,
  customFieldTypes,
  tenantUpdateSchema,
  workUnitFieldNames,
  type CustomFieldDefinition,
} from '@cfs/contracts/tenants';
import { nameOf } from '@cfs/contracts/name-of';
import { customFieldCount } from '@cfs/contracts/work-units';
import { z } from 'zod';
import { notFound } from '../../platform/problems.ts';
import { compact } from '../../platform/tenant-configuration/compact.ts';
import {
  singlePart,
  type AreaConfiguration,
  type Reading,
  type Within,
} from '../../platform/tenant-configuration/configuration-part.ts';
import { itemFault, parseBody } from '../../platform/tenant-configuration/item-faults.ts';
import { findTenant } from './find-tenant.ts';
import type { TenantRow } from './tenant-wire.ts';
import { updateTenant } from './write-tenants.ts';

const read = async ({ db, context, tenantId }: Reading): Promise<TenantRow> => {
  const row = await findTenant(db, context, 'Tenants:view', tenantId);
  if (!row) throw notFound('Tenant');
  return row;
};

const change = async ({ services, context, tenantId }: Within, _row: TenantRow, body: object): Promise<void> => {
  await updateTenant(services, context, tenantId, body);
};

const option = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => !text.includes(','), 'An option must not contain a comma.');

const fieldSchema = z.strictObject({
  slot: z.int().min(1).max(customFieldCount),
  name: z.string().trim().min(1).max(100),
  type: z.enum(Object.keys(customFieldTypes) as (keyof typeof customFieldTypes)[]),
  options: z.array(option).max(1_000).default([]),
});
const fieldsSchema = z
  .array(fieldSchema)
  .max(customFieldCount)
  .transform((fields) => fields.toSorted((left, right) => left.slot - right.slot));
type Fields = z.output<typeof fieldsSchema>;

const toField = (definition: CustomFieldDefinition, slot: number) => {
  const options = customFieldOptions(definition);
  return {
    slot,
    name: definition.Name,
    type: nameOf(customFieldTypes, definition.Type),
    ...compact({ options: options.length === 0 ? undefined : options }),
  };
};

const customFields = singlePart({
  key: 'customFields',
  noun: 'custom fields',
  after: [],
  schema: fieldsSchema,
  read,
  toItem: ({ work_unit_fields: definitions }: TenantRow) =>
    definitions.flatMap((definition, index) => (definition ? [toField(definition, index + 1)] : [])),
  toBody(fields: Fields) {
    const repeated = fields.findIndex((each, index) => fields[index - 1]?.slot === each.slot);
    if (repeated !== -1) throw itemFault([], `Slot ${fields[repeated]?.slot} occurs twice.`);
    return parseBody(
      tenantUpdateSchema,
      byName(workUnitFieldNames, (_, index) => {
        const field = fields.find(({ slot }) => slot === index + 1);
        if (!field) return null;
        const { name: Name, type, options } = field;
        const definition = { Name, Type: customFieldTypes[type] };
        return JSON.stringify(options.length === 0 ? definition : { ...definition, Options: options.join(',') });
      }),
    );
  },
  change,
});

const formSchema = z.record(z.string(), z.json()).nullable();

const intakeForm = singlePart({
  key: 'intakeForm',
  noun: 'intake form',
  after: [],
  schema: formSchema,
  read,
  toItem: ({ intake_wizard_form_data: text }: TenantRow): unknown => (text === null ? null : JSON.parse(text)),
  toBody: (form: z.output<typeof formSchema>) =>
    parseBody(tenantUpdateSchema, {
      intakeWizardFormData: form === null ? null : JSON.stringify(form, undefined, 2),
    }),
  change,
});

/** Custom fields and the intake form in the configuration of a tenant. */
export const tenantsConfiguration: AreaConfiguration = { parts: [customFields, intakeForm] };
