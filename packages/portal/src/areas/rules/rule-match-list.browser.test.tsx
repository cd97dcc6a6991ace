import type { MatchExplanation } from '@cfs/contracts/rule-explanations';
import { pollIntervals } from '@cfs/contracts/sizes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, type RenderOptions } from '../../ui/testing/render.tsx';
import { RuleMatchList } from './rule-match-list.tsx';
import type { RuleMatch } from './rule-match.ts';
import type { SilenceRow } from './silences/silence.ts';

const match: RuleMatch = {
  ruleMatchId: '1',
  ruleId: '2',
  rule: { name: 'Busy processor' },
  label: 'web-01',
  subjectId: '3',
  created: '2026-03-01T10:00:00.000Z',
  firstMatch: '2026-03-01T10:00:00.000Z',
  lastMatch: '2026-03-01T10:05:00.000Z',
  expires: '2026-03-01T10:10:00.000Z',
  matchCount: 3,
  inMaintenance: false,
  ended: null,
  endReason: null,
  endedBy: null,
  endNote: null,
  acknowledged: null,
  acknowledgedBy: null,
};

const silence: SilenceRow = {
  silenceId: '9',
  tenantId: '7',
  ruleId: null,
  entityId: '3',
  rule: null,
  until: '2030-01-01T10:00:00.000Z',
  reason: 'Repair',
  ended: null,
  endedBy: null,
  created: '2026-03-01T10:00:00.000Z',
  createdBy: 'ann@example.com',
  modified: '2026-03-01T10:00:00.000Z',
  modifiedBy: 'ann@example.com',
};

const explanation: MatchExplanation = {
  ruleMatchId: '1',
  ruleId: '2',
  ruleName: 'Busy processor',
  label: 'web-01',
  subjectId: '3',
  events: [{ at: '2026-03-01T10:00:00.000Z', text: 'The first hit of the rule "Busy processor" opened it.' }],
  opening: [
    {
      result: 'Holds',
      conditions: [
        {
          index: 0,
          leftOperand: 2,
          fieldName: 'Load',
          operator: 3,
          rightOperand: '90',
          rightName: null,
          value: '95',
          valueName: null,
          result: 'Holds',
          occurrence: null,
        },
        {
          index: 1,
          leftOperand: 6,
          fieldName: null,
          operator: 1,
          rightOperand: '3',
          rightName: 'Boiler',
          value: '3',
          valueName: 'Boiler',
          result: 'Holds',
          occurrence: null,
        },
      ],
    },
  ],
  isRuleChanged: false,
  hits: [{ timestamp: '2026-03-01T10:00:00.000Z', value: '95' }],
  isComplete: true,
  matchCount: 1,
};

const show = async (options: RenderOptions = {}) => {
  const server = fakeServer({
    'GET /v1/actionHistories': () => ({ value: [] }),
    'GET /v1/silences': () => ({ value: [] }),
    'GET /v1/rulematches': ({ query }) => ({
      value: (query.get('$filter') ?? '').includes('nothing') ? [] : [match],
    }),
  });
  await render(<RuleMatchList filter="subjectId eq 3" />, options);
  await expect.element(page.getByText('Busy processor')).toBeVisible();
  return server;
};

const search = () => page.getByRole('textbox', { name: 'Search rule and subject' });

test('lists the newest 50 matches of a subject', async () => {
  const server = await show();
  expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({
    $filter: 'subjectId eq 3',
    $expand: 'rule',
    $orderby: 'created desc',
    $top: '50',
  });
});

test('the search runs while the user types', async () => {
  const server = await show();
  await search().click();
  await userEvent.keyboard("O'Web");
  await expect
    .poll(() => server.requests.at(-1)?.query.get('$filter'))
    .toBe("(subjectId eq 3) and ((contains(tolower(rule/name),'o''web')) or (contains(tolower(label),'o''web')))");
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.element(search()).toHaveValue('');
});

test('a search without results shows a hint', async () => {
  await show();
  await search().fill('nothing like it');
  await expect.element(page.getByText('No Rule Matches Found.')).toBeVisible();
  await expect.element(page.getByText('Change the search or clear it.')).toBeVisible();
});

test('polling pauses while the action history of a match is open', async () => {
  const server = await show({ permissions: ['Rules:view'] });
  const asked = (set: string) => server.requests.filter(({ path }) => path === set).length;
  await page.getByRole('button', { name: 'Action History of web-01' }).click();
  const history = page.getByRole('dialog', { name: 'Action History: web-01' });
  await expect.element(history.getByText('No History Found.')).toBeVisible();
  const of = server.requests.find(({ path }) => path === '/v1/actionHistories')?.query.get('$filter');
  expect(of).toBe('referenceId eq 1');
  // The interval that starts on closing is the first one on the fake clock. One that had never stopped would still run
  // on the real clock.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const before = asked('/v1/rulematches');
  await history.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(history).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(pollIntervals.ruleMatches);
  await expect.poll(() => asked('/v1/rulematches')).toBe(before + 1);
});

test('the action history of a match is offered only to users who may view it', async () => {
  await show({ permissions: ['Devices:view'] });
  expect(page.getByRole('button', { name: /^Action History/ }).elements()).toEqual([]);
});

test('the dry run of a match shows what its rule would do', async () => {
  const server = await show({ permissions: ['Rules:view'] });
  server.on('POST /v1/rulematches/1/dryrun', () => ({ value: [] }));
  await page.getByRole('button', { name: 'Dry Run of web-01' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dry Run: web-01' });
  await expect.element(dialog.getByText('The rule has no actions for this occasion.')).toBeVisible();
  expect(server.requests.at(-1)?.body).toEqual({ occasion: 'Began' });
});

test('users who may not see rules are offered no dry run', async () => {
  await show({ permissions: ['Blocks:view'] });
  expect(page.getByRole('button', { name: 'Dry Run of web-01' }).elements()).toEqual([]);
});

const choose = async (item: string): Promise<void> => {
  await page.getByRole('button', { name: 'More actions of web-01' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a match is acknowledged from its row', async () => {
  const server = await show({ permissions: ['WorkUnits:edit'] });
  server.on('POST /v1/rulematches/1/acknowledge', () => match);
  await choose('Acknowledge');
  await expect.element(page.getByText('web-01 is acknowledged.')).toBeVisible();
  await expect.poll(() => server.requests.filter(({ path }) => path === '/v1/rulematches').length).toBe(2);
});

test('ending a match manually requires a reason, and shows why the server refuses it', async () => {
  const server = await show({ permissions: ['Rules:view', 'Rules:edit'] });
  server.on('POST /v1/rulematches/1/expire', () => problem(409, 'The match has already ended.'));
  await choose('Expire Now');
  const dialog = page.getByRole('dialog', { name: 'Expire web-01 now' });
  await expect.element(dialog.getByRole('button', { name: 'Expire Now' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Known outage');
  await dialog.getByRole('button', { name: 'Expire Now' }).click();
  await expect.element(page.getByText('The match has already ended.')).toBeVisible();
  expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Known outage' });
});

test('a match is silenced with an end and a reason', async () => {
  const server = await show({ permissions: ['Rules:view', 'Rules:edit'] });
  server.on('PUT /v1/silences', () => silence);
  await choose('Silence');
  const dialog = page.getByRole('dialog', { name: 'Silence web-01' });
  await dialog.getByRole('button', { name: 'Silence' }).click();
  await expect.element(dialog.getByText('Please enter a reason')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Repair');
  await dialog.getByRole('button', { name: '4 h' }).click();
  await dialog.getByRole('button', { name: 'Silence' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const body = server.requests.find(({ method }) => method === 'PUT')?.body as Record<string, unknown>;
  expect(body).toMatchObject({ ruleId: '2', entityId: '3', reason: 'Repair' });
  const ahead = Date.parse(String(body['until'])) - Date.now();
  expect(Math.round(ahead / 3_600_000)).toBe(4);
});

test('a silence is shown at the matches that it covers, and can be ended there', async () => {
  const server = fakeServer({
    'GET /v1/rulematches': () => ({ value: [match] }),
    'GET /v1/silences': () => ({ value: [silence] }),
    'DELETE /v1/silences/9': () => new Response(null, { status: 204 }),
  });
  await render(<RuleMatchList filter="subjectId eq 3" about={{ entityId: '3' }} />, {
    permissions: ['Rules:view', 'Rules:edit'],
  });
  await expect.element(page.getByText(/^Silenced until .*: Repair$/)).toBeVisible();
  await expect.element(page.getByText(/^All rules about this entity: actions are suppressed until/)).toBeVisible();
  await page.getByRole('button', { name: 'End silence' }).click();
  await expect.element(page.getByText('The silence has ended.')).toBeVisible();
  expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('a silence is ended once by a double click', async () => {
  const ended = Promise.withResolvers<unknown>();
  const server = fakeServer({
    'GET /v1/rulematches': () => ({ value: [match] }),
    'GET /v1/silences': () => ({ value: [silence] }),
    'DELETE /v1/silences/9': () => ended.promise,
  });
  await render(<RuleMatchList filter="subjectId eq 3" about={{ entityId: '3' }} />, {
    permissions: ['Rules:view', 'Rules:edit'],
  });
  await page.getByRole('button', { name: 'End silence' }).dblClick();
  ended.resolve(new Response(null, { status: 204 }));
  await expect.element(page.getByText('The silence has ended.')).toBeVisible();
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('users with read-only access are offered no changes', async () => {
  await show({ permissions: ['Rules:view'] });
  expect(page.getByRole('button', { name: /^More actions/ }).elements()).toEqual([]);
});

test('the explanation of a match shows what happened, why it opened and its hits', async () => {
  const server = await show({ permissions: ['Rules:view'] });
  server.on('GET /v1/rulematches/1/explanation', () => explanation);
  await page.getByRole('button', { name: 'Explain web-01' }).click();
  const drawer = page.getByRole('dialog', { name: 'Explain: web-01' });
  await expect.element(drawer.getByText(/The first hit of the rule/)).toBeVisible();
  await expect.element(drawer.getByRole('row', { name: 'Metrics Load Greater than 90 95 Holds' })).toBeVisible();
  await expect.element(drawer.getByRole('row', { name: 'Entity Id Equals Boiler Boiler Holds' })).toBeVisible();
  await expect.element(drawer.getByRole('table', { name: 'Hits' })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

test.for(['light', 'dark'] as const)('rule matches have no accessibility violations, %s', async (theme) => {
  await show({ theme, permissions: ['Rules:view'] });
  expect(await accessibilityViolations()).toEqual([]);
});
