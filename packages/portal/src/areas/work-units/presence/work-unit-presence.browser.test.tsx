import { presenceIntervalMilliseconds, type Present } from '@cfs/contracts/work-unit-presence';
import { historyPageRows } from '@cfs/contracts/work-unit-history-limits';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { problem, type FakeServer } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../../ui/testing/render.tsx';
import { ben, incident, patches, serveUnit } from '../testing/serve-unit.ts';
import { WorkUnitPanel } from '../panel/work-unit-panel.tsx';

const presence = 'POST /v1/workunits/7/presence';
const panel = page.getByRole('dialog', { name: /^Edit Work Unit #7/ });
const button = (name: string) => panel.getByRole('button', { name, exact: true });
const box = (name: string) => panel.getByRole('textbox', { name, exact: true });
const others = () => panel.getByRole('list', { name: 'Also here' });
const news = () => panel.getByText('Ben Lie saved this work unit.');

const open = (options: RenderOptions = {}) =>
  render(<WorkUnitPanel openId="7" openAs="workUnitId" onClose={() => undefined} />, {
    at: `/${testTenantId}/workunitsv2?workUnitId=7`,
    permissions: ['WorkUnits:view', 'WorkUnits:edit'],
    ...options,
  });

const present = (displayName: string, mode: 'viewing' | 'editing' = 'viewing'): Present['others'][number] => ({
  displayName,
  mail: `${displayName}@example.org`,
  mode,
});

/** Triggers a presence request, as returning to the tab does. */
const comeBack = (): void => {
  window.dispatchEvent(new Event('visibilitychange'));
};

/** Hides the tab or shows it again, as switching to another tab and back does. */
const turnTab = (visibilityState: DocumentVisibilityState): void => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
  comeBack();
};

const modes = ({ requests }: FakeServer) =>
  requests.filter(({ path }) => path.endsWith('/presence')).map(({ body }) => (body as { mode: string }).mode);

describe('the presence of others', () => {
  test('is shown by name for at most three people, and as a number for the others', async () => {
    const server = serveUnit(incident);
    server.present({
      others: [present('Anna Berg'), present('Carl Dahl'), present('Eva Foss'), present('Gro Holm', 'editing')],
    });
    await open({ permissions: ['WorkUnits:view'] });
    const shown = others().getByRole('img');
    await expect.element(shown.first()).toHaveAccessibleName('Gro Holm is editing');
    expect(shown.elements().map((each) => each.textContent)).toEqual(['GH', 'AB', 'CD', '+1']);
    await expect.element(shown.last()).toHaveAccessibleName('Eva Foss is viewing');
    expect(modes(server)).toEqual(['viewing']);
  });

  test('is announced when they begin to edit, not when they open the unit', async () => {
    const server = serveUnit(incident);
    server.present({ others: [present('Anna Berg')] });
    await open();
    const said = panel.getByRole('status').first();
    await expect.element(others()).toBeVisible();
    expect(said.element().textContent).toBe('');
    server.present({ others: [present('Anna Berg', 'editing')] });
    comeBack();
    await expect.element(said).toHaveTextContent('Anna Berg is editing.');
  });

  test.for(['light', 'dark'] as const)('has no accessibility violations, %s', async (theme) => {
    const server = serveUnit(incident);
    server.present({ others: [present('Anna Berg', 'editing'), present('Carl Dahl')] });
    await open({ theme });
    await expect.element(others()).toBeVisible();
    server.change({ title: 'Disk nearly full' });
    server.present({ others: [{ ...ben, mode: 'editing' }, present('Carl Dahl')] });
    comeBack();
    await expect.element(news()).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  test('is hidden without a message while it is unknown', async () => {
    const server = serveUnit(incident);
    server.present({ others: [present('Anna Berg')] });
    await open();
    await expect.element(others()).toBeVisible();
    server.on(presence, () => problem(500, 'Broken.'));
    comeBack();
    await expect.element(others()).not.toBeInTheDocument();
    await expect.element(page.getByText('Broken.')).not.toBeInTheDocument();
    await expect.element(box('Title')).toHaveValue('Disk full');
  });
});

describe('the presence of the user', () => {
  test('is editing from the first change of the form on', async () => {
    const server = serveUnit(incident);
    await open();
    await expect.poll(() => modes(server)).toEqual(['viewing']);
    await box('Title').fill('Disk is full');
    await expect.poll(() => modes(server).at(-1)).toBe('editing');
    await box('Title').fill('Disk full');
    await expect.poll(() => modes(server).at(-1)).toBe('viewing');
  });

  test('is editing while a note is unsaved', async () => {
    const server = serveUnit(incident);
    await open();
    await box('New note').fill('Half a thought');
    await expect.poll(() => modes(server).at(-1)).toBe('editing');
    await box('New note').fill('');
    await expect.poll(() => modes(server).at(-1)).toBe('viewing');
  });

  test('is not reported by a hidden tab, but immediately when the tab is visible again', async () => {
    onTestFinished(() => {
      vi.useRealTimers();
      Reflect.deleteProperty(document, 'visibilityState');
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const pass = (intervals: number) => vi.advanceTimersByTimeAsync(intervals * presenceIntervalMilliseconds);
    const server = serveUnit(incident);
    const reports = () => modes(server).length;
    await open();
    const passOne = async (): Promise<number> => {
      await pass(1);
      return reports();
    };
    await expect.poll(passOne).toBeGreaterThan(1);

    turnTab('hidden');
    const before = await passOne(); // includes the request in flight
    await pass(10);
    expect(reports()).toBe(before);

    turnTab('visible');
    await expect.poll(reports).toBeGreaterThan(before);
  });

  test('ends when the panel or the page is left', async () => {
    const server = serveUnit(incident);
    const screen = await open();
    await expect.poll(() => modes(server)).toEqual(['viewing']);
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    await expect.poll(() => modes(server)).toEqual(['viewing', 'left']);
    await screen.unmount();
    await expect.poll(() => modes(server)).toEqual(['viewing', 'left', 'left']);
  });

  test('ends in the tenant of the unit when a link leads to another one', async () => {
    const server = serveUnit(incident);
    const screen = await open();
    await expect.poll(() => modes(server)).toEqual(['viewing']);
    window.history.replaceState(null, '', '/3f2504e0-4f89-41d3-9a0c-0305e82c3302/versionreport');
    await screen.unmount();
    await expect.poll(() => modes(server)).toEqual(['viewing', 'left']);
    expect(server.requests.at(-1)?.headers.get('x-tenant-id')).toBe(testTenantId);
  });
});

describe('a save by another user', () => {
  const meet = async (edit: () => Promise<void>) => {
    const server = serveUnit(incident);
    server.present({ others: [{ ...ben, mode: 'editing' }] });
    await open();
    await edit();
    server.change({ title: 'Disk nearly full' });
    comeBack();
    await expect.element(news()).toBeVisible();
    return server;
  };

  test('is reported, and a reload merges it with unsaved changes', async () => {
    const server = await meet(() => box('Reference').fill('INC-1'));
    await expect.element(box('Title')).toHaveValue('Disk full');
    await button('Reload').click();
    await expect.element(box('Title')).toHaveValue('Disk nearly full');
    await expect.element(box('Reference')).toHaveValue('INC-1');
    await expect.element(news()).not.toBeInTheDocument();
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    expect(patches(server)).toEqual([{ referenceId: 'INC-1' }]);
  });

  test('of the same field shows both values', async () => {
    const server = await meet(() => box('Title').fill('Disk is full'));
    await button('Reload').click();
    await expect.element(panel.getByRole('radio', { name: 'Yours: Disk is full' })).toBeChecked();
    await expect.element(panel.getByRole('radio', { name: 'Theirs: Disk nearly full' })).toBeVisible();
    await expect.element(button('Save')).toBeDisabled();
    await button('Keep my changes').click();
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    expect(patches(server)).toEqual([{ title: 'Disk is full' }]);
  });

  test('that cannot be loaded yet is still reported', async () => {
    const server = await meet(() => Promise.resolve());
    server.on('GET /v1/workunits', () => problem(500, 'Broken.'));
    await button('Reload').click();
    await expect.element(page.getByText('Broken.')).toBeVisible();
    await expect.element(news()).toBeVisible();
    await expect.element(button('Reload')).toBeEnabled();
  });

  test('is distinguished from a save by the user', async () => {
    const server = serveUnit(incident);
    await open();
    await box('Reference').fill('INC-1');
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    const before = modes(server).length;
    await expect
      .poll(() => {
        comeBack();
        return modes(server).length;
      })
      .toBeGreaterThan(before + 1);
    await expect.element(button('Reload')).not.toBeInTheDocument();
    server.present({ modified: '2999-01-01T00:00:00.000Z' });
    comeBack();
    await expect.element(panel.getByText('You saved this work unit in another window.')).toBeVisible();
  });
});

describe('the stream of a unit', () => {
  const stream = 'GET /v1/workunits/GetWorkUnitHistoryRecords(workUnitId=7)';
  const file = { attachmentId: 'a', fileName: 'a.txt', mediaType: 'text/plain', size: 1 };
  const record = (id: number, changes: Partial<WorkUnitHistoryRecord> = {}): WorkUnitHistoryRecord => ({
    id,
    workUnitNoteId: id,
    workUnitId: 7,
    detail: `Note ${id}`,
    created: '2026-05-01T10:30:00.000Z',
    createdBy: ben.mail,
    createdByName: ben.mail,
    historyType: null,
    isExternalNote: false,
    historyUrl: null,
    ...changes,
  });
  const asked = ({ requests }: FakeServer) =>
    requests.filter(({ path }) => path.includes('GetWorkUnitHistoryRecords')).map(({ query }) => query.get('after'));

  const start = async () => {
    const server = serveUnit(incident);
    server.on(stream, () => ({ value: [record(1, { attachments: [file] })] }));
    server.present({ newestRecord: 1, attachments: 1 });
    await open();
    await expect.element(panel.getByText('Note 1')).toBeVisible();
    return server;
  };

  test('shows what others add, and requests only new records', async () => {
    const server = await start();
    server.on(stream, ({ query }) => ({ value: query.get('after') === '1' ? [record(2)] : [] }));
    server.present({ newestRecord: 2 });
    await expect.element(panel.getByText('Note 2')).toBeVisible();
    await expect.element(panel.getByText('Note 1')).toBeVisible();
    expect(asked(server)).toEqual(['1']);
  });

  test('is loaded again when a file of an older note is gone', async () => {
    const server = await start();
    await expect.element(panel.getByRole('button', { name: 'a.txt (1 B)' })).toBeVisible();
    server.on(stream, () => ({ value: [record(1)] }));
    server.present({ attachments: 0 });
    await expect.element(panel.getByRole('button', { name: 'a.txt (1 B)' })).not.toBeInTheDocument();
    expect(asked(server)).toEqual([null]);
  });

  test('that is loaded in part is loaded again only when the number of its files changes', async () => {
    const server = serveUnit(incident);
    const records = Array.from({ length: historyPageRows }, (_, index) => record(historyPageRows + 10 - index));
    const [newest = record(1), ...others] = records;
    server.on(stream, () => ({ value: [{ ...newest, attachments: [file] }, ...others] }));
    server.present({ newestRecord: newest.id, attachments: 3 });
    await open();
    await expect.element(panel.getByRole('button', { name: 'a.txt (1 B)' })).toBeVisible();
    const looks = modes(server).length;
    await expect
      .poll(() => {
        comeBack();
        return modes(server).length;
      })
      .toBeGreaterThan(looks + 1);
    expect(asked(server)).toEqual([]);
    server.on(stream, () => ({ value: records }));
    server.present({ attachments: 2 });
    await expect.element(panel.getByRole('button', { name: 'a.txt (1 B)' })).not.toBeInTheDocument();
    // The panel, which is fetched again whenever the user returns to the tab, may show it first.
    await expect.poll(() => asked(server)).toEqual([null]);
  });
});
