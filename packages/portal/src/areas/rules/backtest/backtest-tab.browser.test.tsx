import type { Backtest, BacktestMatch } from '@cfs/contracts/rule-backtests';
import { leftOperands, operatorsByInputType } from '@cfs/contracts/rule-left-operands';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem, type FakeServer } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../../ui/testing/render.tsx';
import { RuleEditor } from '../editor/rule-editor.tsx';
import { blankCondition, blankRule, type RuleValues } from '../editor/rule-values.ts';

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

const match = (changes: Partial<BacktestMatch>): BacktestMatch => ({
  subjectId: '10000000-0000-4000-8000-000000000001',
  name: 'Boiler',
  firstMatch: '2026-03-02T08:00:00.000Z',
  lastMatch: '2026-03-02T08:04:00.000Z',
  expires: '2026-03-02T08:09:00.000Z',
  matchCount: 2,
  end: 'Expired',
  change: 'New',
  hits: [
    { timestamp: '2026-03-02T08:00:00.000Z', value: '95' },
    { timestamp: '2026-03-02T08:04:00.000Z', value: '97' },
  ],
  ...changes,
});

const answer: Backtest = {
  from: '2026-03-01T12:00:00.000Z',
  to: '2026-03-02T12:00:00.000Z',
  matches: [
    match({}),
    match({ name: 'Pump', change: 'Same', firstMatch: '2026-03-02T09:00:00.000Z', matchCount: 300 }),
    match({ name: 'Valve', change: 'Gone', firstMatch: '2026-03-02T11:00:00.000Z', end: null }),
  ],
  counts: { new: 1, gone: 1, same: 1 },
  mailsPerDay: 2,
  workUnitsPerDay: 0.5,
  before: { mailsPerDay: 2, workUnitsPerDay: 0 },
  packets: 1_440,
  microsecondsPerPacket: 1.25,
  isComplete: true,
};

const show = async (values: Partial<RuleValues> = {}, options: RenderOptions = {}): Promise<FakeServer> => {
  const server = fakeServer({
    'GET /api/generalLookup/ruletypes': () => entries(ruleTypes),
    'GET /api/generalLookup/operators': () => entries(ruleOperators),
    'GET /api/generalLookup/occuranceoptions': () => entries(occurrenceOptions),
    'GET /api/generalLookup/ruleleftoperands': ({ query }) =>
      leftOperands
        .filter(({ ruleTypeIds }) => ruleTypeIds.some((id) => String(id) === query.get('ruleType')))
        .map((each) => ({ ...each, operatorIds: operatorsByInputType[each.inputTypeId] })),
    'GET /api/generallookup/tenants': () => [{ tenantId: testTenantId, name: 'Fjord' }],
    'GET /api/generallookup/subscriptions': () => [],
    'POST /v1/rules/backtest': () => answer,
  });
  const hot = { ...blankCondition(), LeftOperand: 1, Operator: 3, RightOperand: '90' };
  const rule = { ...blankRule(testTenantId), name: 'Hot', ruleTypeId: ruleTypes.Ingestion, conditions: [hot] };
  await render(<RuleEditor drawer={drawer} initial={{ ...rule, ...values }} />, {
    permissions: ['Rules:create'],
    ...options,
  });
  await page.getByRole('tab', { name: 'Back-test' }).click();
  return server;
};

const run = () => page.getByRole('button', { name: 'Run back-test' });

test('tests the edited rule, and lists new, unchanged and gone matches', async () => {
  const server = await show();
  await page.getByRole('button', { name: '7 d' }).click();
  await run().click();
  const table = page.getByRole('table', { name: 'Matches of the back-test' });
  await expect.element(table).toBeVisible();
  expect(server.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    days: 7,
    rule: { name: 'Hot', conditions: [{ LeftOperand: 20 }, { LeftOperand: 1, RightOperand: '90' }] },
  });
  await expect.element(page.getByText('1 new, 1 gone, 1 same')).toBeVisible();
  await expect.element(page.getByText('1.25 µs a packet')).toBeVisible();
  await expect.element(page.getByText('0 with the saved rule')).toBeVisible();
  await page.getByRole('button', { name: 'Gone 1' }).click();
  await expect.element(table.getByRole('row', { name: /Valve/ })).toBeVisible();
  await expect.element(table.getByRole('row', { name: /Boiler/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'All 3' }).click();
  await page.getByRole('button', { name: 'Packets of Pump' }).click();
  await expect.element(page.getByRole('table', { name: 'Packets' }).getByText('97')).toBeVisible();
  await expect.element(page.getByText('The first 100 of 300 hits are listed.')).toBeVisible();
});

test('an edit after the back-test makes it outdated', async () => {
  await show();
  await run().click();
  await expect.element(page.getByText('Cost')).toBeVisible();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Hotter');
  await page.getByRole('tab', { name: 'Back-test' }).click();
  await expect.element(page.getByText(/The rule has been edited since/)).toBeVisible();
});

test('a running back-test can be cancelled, and a refused one shows the reason', async () => {
  const server = await show();
  server.on('POST /v1/rules/backtest', () => new Promise(() => undefined));
  await run().click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(page.getByText('The back-test was cancelled.')).toBeVisible();
  server.on('POST /v1/rules/backtest', () => problem(422, 'The back-test took more than 2 minutes.'));
  await run().click();
  await expect.element(page.getByText('The back-test took more than 2 minutes.')).toBeVisible();
});

test('an invalid rule is not tested', async () => {
  const server = await show({ name: '' });
  await run().click();
  await expect.element(page.getByText('Please correct the marked fields first.')).toBeVisible();
  expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('shows a notice for rule types that cannot be tested', async () => {
  await show({ ruleTypeId: ruleTypes.Maintenance });
  await expect.element(page.getByText(/^Maintenance rules cannot be back-tested/)).toBeVisible();
  expect(run().elements()).toEqual([]);
});

test.for(['light', 'dark'] as const)('the result has no accessibility violations, %s', async (theme) => {
  await show({}, { theme });
  await run().click();
  await page.getByRole('button', { name: 'Packets of Boiler' }).click();
  await expect.element(page.getByRole('table', { name: 'Packets' })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});
