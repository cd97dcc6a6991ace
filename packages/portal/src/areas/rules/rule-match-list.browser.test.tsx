import { pollIntervals } from '@cfs/contracts/sizes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, type RenderOptions } from '../../ui/testing/render.tsx';
import { RuleMatchList } from './rule-match-list.tsx';
import type { RuleMatch } from './rule-match.ts';

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
};

const show = async (options: RenderOptions = {}) => {
  const server = fakeServer({
    'GET /v1/actionHistories': () => ({ value: [] }),
    'GET /v1/rulematches': ({ query }) => ({
      value: (query.get('$filter') ?? '').includes('nothing') ? [] : [match],
    }),
  });
  await render(<RuleMatchList filter="subjectId eq 3" />, options);
  await expect.element(page.getByText('Busy processor')).toBeVisible();
  return server;
};

const search = () => page.getByRole('textbox', { name: 'Search rule and subject' });

test('rule matches are the newest fifty of their subject', async () => {
  const server = await show();
  expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({
    $filter: 'subjectId eq 3',
    $expand: 'rule',
    $orderby: 'created desc',
    $top: '50',
  });
});

test('the search follows what is typed', async () => {
  const server = await show();
  await search().click();
  await userEvent.keyboard("O'Web");
  await expect
    .poll(() => server.requests.at(-1)?.query.get('$filter'))
    .toBe("(subjectId eq 3) and ((contains(tolower(rule/name),'o''web')) or (contains(tolower(label),'o''web')))");
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.element(search()).toHaveValue('');
});

test('a search without a match says what to do', async () => {
  await show();
  await search().fill('nothing like it');
  await expect.element(page.getByText('No Rule Matches Found.')).toBeVisible();
  await expect.element(page.getByText('Change the search or clear it.')).toBeVisible();
});

test('the action history of a match pauses the refresh while it is open', async () => {
  const server = await show({ permissions: ['Rules:view'] });
  const asked = (set: string) => server.requests.filter(({ path }) => path === set).length;
  await page.getByRole('button', { name: 'Action History of web-01' }).click();
  const history = page.getByRole('dialog', { name: 'Action History: web-01' });
  await expect.element(history.getByText('No History Found.')).toBeVisible();
  const of = server.requests.find(({ path }) => path === '/v1/actionHistories')?.query.get('$filter');
  expect(of).toBe('referenceId eq 1');
  // The refresh that closing starts is the first one under this clock; one that never stopped would not be.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const before = asked('/v1/rulematches');
  await history.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(history).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(pollIntervals.ruleMatches);
  await expect.poll(() => asked('/v1/rulematches')).toBe(before + 1);
});

test('the action history of a match is for people who may view it', async () => {
  await show({ permissions: ['Devices:view'] });
  expect(page.getByRole('button', { name: /^Action History/ }).elements()).toEqual([]);
});

test('the dry run of a match tells what its rule would do', async () => {
  const server = await show({ permissions: ['Rules:view'] });
  server.on('POST /v1/rulematches/1/dryrun', () => ({ value: [] }));
  await page.getByRole('button', { name: 'Dry Run of web-01' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dry Run: web-01' });
  await expect.element(dialog.getByText('The rule has no actions for this occasion.')).toBeVisible();
  expect(server.requests.at(-1)?.body).toEqual({ occasion: 'Began' });
});

test('those who may not see rules are offered no dry run', async () => {
  await show({ permissions: ['Blocks:view'] });
  expect(page.getByRole('button', { name: 'Dry Run of web-01' }).elements()).toEqual([]);
});

test.for(['light', 'dark'] as const)('rule matches are usable by everybody, %s', async (theme) => {
  await show({ theme, permissions: ['Rules:view'] });
  expect(await accessibilityViolations()).toEqual([]);
});
