import { workUnitFieldNames, type Tenant } from '@cfs/contracts/tenants';
import { expect, test } from 'vitest';
import { bodyOf, tenantForm, valuesOf } from './tenant.ts';

const empty = Object.fromEntries(workUnitFieldNames.map((name) => [name, null]));
const tenant = {
  ...empty,
  name: 'Contoso',
  internalNotificationEmailAddress: null,
  assignmentGroups: 'Network',
  agentDownloadUrl: 'https://files.example/agent/',
  modified: '2026-11-21T09:00:00.000Z',
  workUnitField3: '{"Name":"Site","Type":2,"Options":"Oslo,Bergen"}',
} as unknown as Tenant;

test('a tenant is converted to form values and back without loss', () => {
  const { modified, name, assignmentGroups, agentDownloadUrl, internalNotificationEmailAddress } = tenant;
  expect(bodyOf(tenantForm.parse(valuesOf(tenant)))).toEqual({
    ...empty,
    modified,
    name,
    assignmentGroups,
    agentDownloadUrl,
    internalNotificationEmailAddress,
    workUnitField3: tenant.workUnitField3,
  });
});

test('a duplicate column or name is reported at its field', () => {
  const again = { column: 'workUnitField3', Name: 'site', Type: 1, Options: null } as const;
  const values = valuesOf(tenant);
  const { error } = tenantForm.safeParse({ ...values, workUnitFields: [...values.workUnitFields, again] });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['workUnitFields.1.column', 'Can not have duplicate custom fields.'],
    ['workUnitFields.1.Name', 'Can not have duplicate custom fields.'],
  ]);
});

test('the options of a dropdown are removed from a textbox', () => {
  const field = { column: 'workUnitField1', Name: 'Site', Type: 1, Options: 'Oslo' } as const;
  const body = bodyOf(tenantForm.parse({ name: 'Contoso', workUnitFields: [field] }));
  expect(body.workUnitField1).toBe('{"Name":"Site","Type":1}');
});
