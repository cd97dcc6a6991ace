import { pollIntervals } from '@cfs/contracts/sizes';
import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem, type FakeServer } from '../../../ui/testing/fake-server.ts';
import { render } from '../../../ui/testing/render.tsx';
import { PendingActionsTab } from '../manual-actions/pending-actions-tab.tsx';
import { RelatedTab } from './related-tab.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';

const tenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const workUnit = { workUnitId: 7, tenantId } as WorkUnitRow;
const relations = 'GET /v1/workunits/7/relations';
const matchId = 'c0000000-0000-4000-8000-000000000001';

const related = (referenceType: RelatedEntity['referenceType'], referenceId: string, label: string | null = null) => ({
  referenceType,
  referenceId,
  created: '2026-05-01T10:30:00.000Z',
  label,
});

const match = {
  ruleMatchId: matchId,
  ruleId: 'r',
  rule: { name: '<b>High</b> CPU' },
  label: 'web-01',
  subjectId: 's',
  created: '2026-05-01T10:30:00.000Z',
  firstMatch: null,
  lastMatch: '2026-05-01T10:45:00.000Z',
  expires: '2999-01-01T00:00:00.000Z',
  matchCount: 12,
  inMaintenance: false,
};
const message = JSON.stringify({ EntityId: 'e1', Value: '<i>93</i>', Properties: { BlockName: 'Web block' } });

const serve = (...value: RelatedEntity[]): FakeServer =>
  fakeServer({
    [relations]: () => ({ value }),
    'GET /v1/rulematches': () => ({ value: [match] }),
    'GET /v1/messages': () => ({ value: [{ messageId: matchId, created: match.created, message }] }),
    'PUT /v1/workunits/7/relations': () => ({}),
  });

const open = (theme: 'light' | 'dark' = 'light') =>
  render(<RelatedTab workUnit={workUnit} />, { permissions: ['WorkUnits:edit'], theme });
const table = (name: string) => page.getByRole('table', { name });

afterEach(() => {
  vi.useRealTimers();
});

describe('the related entities of a unit', () => {
  test('have an empty state for each type', async () => {
    serve();
    await open();
    for (const names of ['work units', 'rule matches', 'devices', 'blocks', 'messages'])
      await expect.element(page.getByText(`No related ${names} found.`)).toBeVisible();
  });

  test('poll rule matches every 30 s, but not while the history of actions is being fetched', async () => {
    const server = serve(related('RuleMatch', matchId, 'web-01'));
    const asked = (): number => server.requests.filter(({ path }) => path === '/v1/rulematches').length;
    const history = Promise.withResolvers<object>();
    server.on('GET /v1/workunits/7/manualActions', () => history.promise);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await render(
      <>
        <PendingActionsTab workUnit={workUnit} />
        <RelatedTab workUnit={workUnit} />
      </>,
    );
    await expect.element(table('Rule Matches')).toBeVisible();
    await expect.poll(asked).toBe(1);
    vi.advanceTimersByTime(10 * pollIntervals.ruleMatches);
    expect(asked()).toBe(1);
    history.resolve({ workUnitEventType: 'OnNew', waiting: 0, value: [] });
    await expect.element(page.getByText('No pending actions for the current state.')).toBeVisible();
    vi.advanceTimersByTime(pollIntervals.ruleMatches);
    await expect.poll(asked).toBe(2);
  });

  test('show the state of rule matches and their messages, without interpreting markup', async () => {
    const server = serve(related('RuleMatch', matchId, 'web-01'));
    await open();
    const row = table('Rule Matches').getByRole('row', { name: /web-01/ });
    await expect.element(row.getByText('Active')).toBeVisible();
    await expect.element(row.getByText('<b>High</b> CPU')).toBeVisible();
    await expect.element(row.getByText('12', { exact: true })).toBeVisible();
    await expect.element(table('Messages').getByText('<i>93</i>')).toBeVisible();
    await expect.element(table('Messages').getByText('Web block')).toBeVisible();
    const filters = server.requests.map(({ query }) => query.get('$filter'));
    expect(filters).toContain(`ruleMatchId in (${matchId})`);
    expect(filters).toContain(`referenceId in (${matchId})`);
  });

  test('sort rule matches by the latest expiry first', async () => {
    const [earlier, later] = [matchId.replace(/1$/, '2'), matchId];
    const server = serve(related('RuleMatch', earlier, 'web-02'), related('RuleMatch', later, 'web-01'));
    server.on('GET /v1/rulematches', () => ({ value: [match, { ...match, ruleMatchId: earlier, label: 'web-02' }] }));
    await open();
    const rows = table('Rule Matches').getByRole('row');
    await expect.element(rows.nth(1)).toHaveTextContent('web-01');
    await expect.element(rows.nth(2)).toHaveTextContent('web-02');
    const asked = server.requests.find(({ path }) => path === '/v1/rulematches')?.query;
    expect([asked?.get('$orderby'), asked?.get('$top')]).toEqual(['expires desc', '100']);
  });

  test('show ten rows of a type, and all on request', async () => {
    serve(...Array.from({ length: 12 }, (_, index) => related('Device', `d${index}`, `Device ${index}`)));
    await open();
    await expect.element(table('Devices').getByText('Device 9', { exact: true })).toBeVisible();
    await expect.element(table('Devices').getByText('Device 10', { exact: true })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Show all 12' }).click();
    await expect.element(table('Devices').getByText('Device 11', { exact: true })).toBeVisible();
  });

  test('open a related work unit', async () => {
    serve(related('WorkUnit', '8', 'Disk is full'));
    const { address } = await open();
    await page.getByRole('button', { name: '#8: Disk is full' }).click();
    expect(address()).toContain('workUnitId=8');
  });

  test('can be extended by a unit that a search in the tenant finds', async () => {
    const server = serve();
    const found = { workUnitId: 8, publicWorkUnitId: 8, title: 'Disk is <full>', stateId: 'New' };
    server.on('GET /v1/workunits', () => ({ value: [found] }));
    await open();
    await page.getByLabelText('Relate a work unit').click();
    await userEvent.keyboard('disk');
    await page.getByRole('option', { name: '#8: Disk is <full> (New)' }).click();
    await expect
      .poll(() => server.requests.find(({ method }) => method === 'PUT')?.body)
      .toEqual({
        referenceType: 'WorkUnit',
        referenceId: '8',
      });
    const searches = server.requests.filter(({ path }) => path === '/v1/workunits').map(({ query }) => query);
    expect(searches.map((query) => query.get('$search'))).toEqual(['"disk"']);
    expect(searches[0]?.get('$filter')).toBe(`(tenantId eq ${tenantId}) and (workUnitId ne 7)`);
  });

  test('are removed after a confirmation, and a refusal shows its reason', async () => {
    const server = serve(related('Block', 'b1', 'Web block'));
    await open();
    await page.getByRole('button', { name: 'Remove Web block' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Relation' });
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect.element(page.getByText('No route for DELETE /v1/workunits/7/relations/Block/b1.')).toBeVisible();
    server.on('DELETE /v1/workunits/7/relations/Block/b1', () => new Response(null, { status: 204 }));
    server.on(relations, () => ({ value: [] }));
    await page.getByRole('button', { name: 'Remove Web block' }).click();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect.element(page.getByText('No related blocks found.')).toBeVisible();
  });

  test('show why a unit could not be related', async () => {
    const server = serve();
    server.on('GET /v1/workunits', () => ({
      value: [{ workUnitId: 8, publicWorkUnitId: 8, title: 'Disk', stateId: 'New' }],
    }));
    server.on('PUT /v1/workunits/7/relations', () =>
      problem(400, 'Bad.', { ReferenceId: ['Please choose an entity of the tenant.'] }),
    );
    await open();
    await page.getByLabelText('Relate a work unit').click();
    await userEvent.keyboard('8');
    await page.getByRole('option', { name: '#8: Disk (New)' }).click();
    await expect.element(page.getByText('Please choose an entity of the tenant.')).toBeVisible();
  });

  test.for(['light', 'dark'] as const)('have no accessibility violations, %s', async (theme) => {
    serve(related('RuleMatch', matchId, 'web-01'), related('WorkUnit', '8', 'Disk is full'));
    await open(theme);
    await expect.element(table('Messages').getByText('Web block')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
