import { leftOperands, operatorsByInputType } from '@cfs/contracts/rule-left-operands';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem, type FakeServer } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../../ui/testing/render.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { blankRule, type RuleValues } from './rule-values.ts';

const entries = (catalogue: Readonly<Record<string, number>>) =>
  Object.entries(catalogue).map(([name, id]) => ({ id, name }));

const drawer = {
  openId: 'new',
  isCreating: true,
  open: () => undefined,
  create: () => undefined,
  created: () => undefined,
  close: () => undefined,
} as const;

const show = async (values: Partial<RuleValues> = {}, options: RenderOptions = {}): Promise<FakeServer> => {
  const server = fakeServer({
    'GET /api/generalLookup/ruletypes': () => entries(ruleTypes),
    'GET /api/generalLookup/operators': () => entries(ruleOperators),
    'GET /api/generalLookup/occuranceoptions': () => entries(occurrenceOptions),
    'GET /api/generalLookup/timezones': () => [{ id: 'America/New_York', name: '(UTC-05:00) New York' }],
    'GET /api/generalLookup/ruleleftoperands': ({ query }) =>
      leftOperands
        .filter(({ ruleTypeIds }) => ruleTypeIds.some((id) => String(id) === query.get('ruleType')))
        .map((each) => ({ ...each, operatorIds: operatorsByInputType[each.inputTypeId] })),
    'GET /api/generallookup/tenants': () => [{ tenantId: testTenantId, name: 'Fjord' }],
    'GET /api/generallookup/subscriptions': () => [],
    [`GET /api/${testTenantId}/rulelookup/conditionInputOptions/9`]: () => [{ value: testTenantId, name: 'web-01' }],
  });
  await render(<RuleEditor drawer={drawer} initial={{ ...blankRule(testTenantId), ...values }} />, {
    permissions: ['Rules:create'],
    ...options,
  });
  await expect.element(page.getByRole('tab', { name: 'Details' })).toBeVisible();
  return server;
};

const conditionAt = (place: number) => page.getByRole('group', { name: `Condition ${place}` });
const choose = async (field: ReturnType<typeof page.getByRole>, option: string): Promise<void> => {
  await field.click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

test('an invalid save opens the tab with the error, even one that was never open, and shows what is missing', async () => {
  await show({ ruleTypeId: ruleTypes.Ingestion });
  await page.getByRole('textbox', { name: 'Name' }).fill('Hot');
  await save();
  await expect.element(page.getByText('Condtions are required for rules.')).toBeVisible();
});

test('conditions joined by And share a card, and cards are joined by Or', async () => {
  await show({ ruleTypeId: ruleTypes.Ingestion });
  await page.getByRole('tab', { name: 'Conditions' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('button', { name: 'Add condition to alternative 1' }).click();
  await page.getByRole('button', { name: 'Add alternative' }).click();
  const alternatives = () => page.getByRole('group', { name: /^Alternative/ }).elements().length;
  expect(alternatives()).toBe(2);
  await choose(conditionAt(3).getByRole('combobox', { name: 'Join' }), 'And');
  await expect.poll(alternatives).toBe(1);
  await choose(conditionAt(2).getByRole('combobox', { name: 'Join' }), 'Or');
  await expect.poll(alternatives).toBe(2);
});

test('the operand determines the input of the value, which is hidden if the operator needs none', async () => {
  await show({ ruleTypeId: ruleTypes.History });
  await page.getByRole('tab', { name: 'Conditions' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  const operand = conditionAt(1).getByRole('combobox', { name: 'Operand' });
  await choose(operand, 'Device Id');
  await conditionAt(1).getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'web-01' }).click();
  await choose(operand, 'Time without Packet');
  const value = conditionAt(1).getByRole('textbox', { name: 'Value', exact: true });
  await expect.element(value).toHaveAttribute('placeholder', 'HH:mm:ss');
  await expect.element(value).toHaveValue('');
  await choose(operand, 'Average');
  await expect.element(conditionAt(1).getByRole('textbox', { name: 'Window' })).toHaveValue('00:05:00');
  await choose(conditionAt(1).getByRole('combobox', { name: 'Operator' }), 'Is empty');
  await expect.element(value).not.toBeInTheDocument();
});

test('an id that is not among the options can be typed, without Enter', async () => {
  const server = await show({ name: 'Hot', ruleTypeId: ruleTypes.Ingestion });
  server.on('PUT /v1/rules', () => problem(400, 'The subscription was not found.'));
  await page.getByRole('tab', { name: 'Conditions' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await choose(conditionAt(1).getByRole('combobox', { name: 'Operand' }), 'Device Id');
  const id = '10000000-0000-4000-8000-000000000001';
  await conditionAt(1).getByRole('combobox', { name: 'Value' }).fill(id);
  await userEvent.tab();
  await save();
  const sent = () =>
    server.requests.find(({ method }) => method === 'PUT')?.body as { conditions: unknown[] } | undefined;
  await expect.poll(() => sent()?.conditions[1]).toMatchObject({ LeftOperand: 9, RightOperand: id });
});

test('time limitations default to every day in New York, and report an invalid day of the month', async () => {
  await show({ ruleTypeId: ruleTypes.Ingestion });
  await page.getByRole('tab', { name: 'Conditions' }).click();
  await page.getByRole('switch', { name: 'Apply at certain times only' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Time Zone' })).toHaveValue('(UTC-05:00) New York');
  for (const day of ['Sunday', 'Saturday'])
    await expect.element(page.getByRole('checkbox', { name: day })).toBeChecked();
  await page.getByRole('textbox', { name: 'Days of the month' }).fill('1, 40');
  await userEvent.tab();
  await expect.element(page.getByText('Days of the month run from 1 to 31.')).toBeVisible();
});

test('a group of matches requires a window, and the limit of actions is at least one', async () => {
  await show({ ruleTypeId: ruleTypes.Ingestion, name: 'Hot' });
  await page.getByRole('tab', { name: 'Actions' }).click();
  const window = page.getByRole('textbox', { name: 'Group Window' });
  expect(window.elements()).toEqual([]);
  await choose(page.getByRole('combobox', { name: 'Group Matches By' }), 'Location');
  await expect.element(window).toHaveValue('00:10:00');
  await window.fill('00:00:30');
  await page.getByRole('spinbutton', { name: 'Actions per Hour' }).fill('0');
  await save();
  await page.getByRole('tab', { name: 'Actions' }).click();
  await expect.element(page.getByText('Please enter a time span from 00:01:00 to 7.00:00:00.')).toBeVisible();
  await expect.element(page.getByText('Please enter a number from 1 to 10,000.')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

test.for(['light', 'dark'] as const)('the editor has no accessibility violations, %s', async (theme) => {
  await show({ ruleTypeId: ruleTypes.Aggregation, hasTimeLimits: true }, { theme });
  await page.getByRole('tab', { name: 'Conditions' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await save();
  await expect.element(page.getByText('Please choose an operand.')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});
