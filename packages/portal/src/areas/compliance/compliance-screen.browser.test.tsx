import type { Permission } from '@cfs/contracts/permissions';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem, type FakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { ComplianceScreen } from './compliance-screen.tsx';

const week = '2026-11-22T00:00:00.000Z';
const setId = '11111111-1111-4111-8111-111111111111';

const baseline = {
  id: setId,
  name: 'Baseline',
  description: null,
  tenantId: null,
  modified: '2026-11-01T00:00:00.000Z',
};

interface Stored {
  id: string;
  evidenceCount: number;
  status: string;
  notes: string;
  modified: string;
}

/** A server with one control set that stores records; `recorded` are the initial ones by the index of their control. */
const checklistServer = (count: number, recorded: Readonly<Record<number, Partial<Stored>>> = {}) => {
  const records = new Map<string, Stored>(
    Object.entries(recorded).map(([index, record]) => [
      `c${index}`,
      { id: `s-c${index}`, status: 'Compliant', notes: '', evidenceCount: 0, modified: '1', ...record },
    ]),
  );
  const server = fakeServer({
    'GET /v1/controlsets': () => ({ value: [baseline] }),
    'GET /v1/controlsets/checklist': () => ({
      controlSetId: setId,
      controls: Array.from({ length: count }, (_, index) => ({
        id: `c${index}`,
        name: `AC-${index + 1}`,
        title: `Control ${index + 1}`,
        record: records.get(`c${index}`) ?? null,
      })),
    }),
    'POST /v1/controlstatuses': ({ body }) => {
      const { controlId, status, notes } = body as { controlId: string; status: string; notes: string };
      const record = { id: `s-${controlId}`, status, notes, evidenceCount: 0, modified: '1' };
      records.set(controlId, record);
      server.on(`PATCH /v1/controlstatuses/s-${controlId}`, patched(controlId));
      return record;
    },
  });
  const patched =
    (controlId: string) =>
    ({ body }: { readonly body: unknown }) => {
      const record = records.get(controlId);
      const [seen, wanted] = body as [{ path: string; value: string }, { path: string; value: string }];
      const field = seen.path.slice(1) as 'status' | 'notes';
      if (record?.[field] !== seen.value) return problem(409, `The value is not equal to the test value.`);
      const changed = { ...record, [field]: wanted.value, modified: '2' };
      records.set(controlId, changed);
      return changed;
    };
  for (const controlId of records.keys()) {
    server.on(`PATCH /v1/controlstatuses/s-${controlId}`, patched(controlId));
    server.on(`DELETE /v1/controlstatuses/s-${controlId}`, () => {
      records.delete(controlId);
      return new Response(null, { status: 204 });
    });
  }
  return { server, records };
};

const everything: readonly Permission[] = ['Compliance:view', 'Compliance:edit', 'Compliance:create'];

const open = async (permissions = everything, theme: 'light' | 'dark' = 'light', query = '') =>
  render(
    <div style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
      <ComplianceScreen />
    </div>,
    { at: `/${testTenantId}/compliance?week=2026-11-25${query}`, permissions, theme },
  );

const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) });
const choice = (name: string, status: string) =>
  page
    .getByRole('group', { name: `Status of ${name}`, exact: true })
    .getByRole('button', { name: status, exact: true });
const note = (name: string) => page.getByRole('textbox', { name: `Notes of ${name}`, exact: true });
const sent = ({ requests }: FakeServer, method: string) => requests.filter((request) => request.method === method);

describe('the checklist', () => {
  test('requests the week that begins on Sunday', async () => {
    const { server } = checklistServer(3, { 0: { notes: 'Seen' } });
    await open();
    await expect.element(page.getByText('22 Nov – 28 Nov 2026')).toBeVisible();
    await expect.element(note('AC-1')).toHaveValue('Seen');
    await expect.element(page.getByText('1 of 3 recorded')).toBeVisible();
    const read = server.requests.find(({ path }) => path === '/v1/controlsets/checklist');
    expect(Object.fromEntries(read?.query ?? [])).toEqual({ checkDate: '2026-11-22', tenantId: testTenantId });
  });

  test.each([
    ['the first control set', ''],
    ['the control set of the URL', `&set=${setId}`],
  ])('loads the controls of %s in parallel with the list of control sets', async (_case, query) => {
    const { server } = checklistServer(3);
    const reads = () => server.requests.filter(({ path }) => path.startsWith('/v1/controlsets'));
    const sets = Promise.withResolvers<unknown>();
    server.on('GET /v1/controlsets', async () => {
      await sets.promise;
      return { value: [baseline] };
    });
    await open(everything, 'light', query);
    await vi.waitFor(() => expect(reads()).toHaveLength(2));
    sets.resolve(undefined);
    await expect.element(rowOf('AC-1')).toBeVisible();
    expect(reads()).toHaveLength(2);
  });

  test('creates a record with empty notes for the first status', async () => {
    const { server } = checklistServer(3);
    await open();
    await choice('AC-2', 'POA&M').click();
    await expect.element(page.getByText('Control status sucessfully created.')).toBeVisible();
    await expect.element(choice('AC-2', 'POA&M')).toHaveAttribute('aria-pressed', 'true');
    expect(sent(server, 'POST').map(({ body }) => body)).toEqual([
      { checkDate: week, status: 'Poam', notes: '', tenantId: testTenantId, controlId: 'c1' },
    ]);
  });

  test('updates a record for another status', async () => {
    const { server } = checklistServer(3, { 0: {} });
    await open();
    await choice('AC-1', 'Exempt').click();
    await expect.element(page.getByText('Control status sucessfully updated.')).toBeVisible();
    expect(sent(server, 'PATCH').map(({ body }) => body)).toEqual([
      [
        { op: 'test', path: '/status', value: 'Compliant' },
        { op: 'replace', path: '/status', value: 'Exempt' },
      ],
    ]);
  });

  test('deletes a record only after a confirmation', async () => {
    const { server, records } = checklistServer(3, { 0: { notes: 'Gone too' } });
    await open();
    await choice('AC-1', 'Compliant').click();
    const question = page.getByRole('dialog');
    await expect.element(question).toHaveTextContent('Are you sure you want to delete this Control Status?');
    await expect.element(question).toHaveTextContent('Gone too');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(sent(server, 'DELETE')).toEqual([]);
    await choice('AC-1', 'Compliant').click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Control Status successfully deleted.')).toBeVisible();
    await expect.element(choice('AC-1', 'Compliant')).toHaveAttribute('aria-pressed', 'false');
    await expect.element(note('AC-1')).toHaveValue('');
    expect(records.size).toBe(0);
    expect(sent(server, 'DELETE')[0]?.query.get('modified')).toBe('1');
  });

  test('creates a record with the status Not set for a first note when the field loses the focus', async () => {
    const { server } = checklistServer(3);
    await open();
    await note('AC-3').fill('To be looked at');
    expect(sent(server, 'POST')).toEqual([]);
    await userEvent.tab();
    await expect.element(page.getByText('Control note successfully created.')).toBeVisible();
    await expect.element(choice('AC-3', 'Not set')).toHaveAttribute('aria-pressed', 'true');
    expect(sent(server, 'POST')[0]?.body).toMatchObject({ status: 'Notset', notes: 'To be looked at' });
  });

  test('updates the note of a record, and sends nothing for an unchanged one', async () => {
    const { server } = checklistServer(3, { 0: { notes: 'Before' } });
    await open();
    await note('AC-1').click();
    await note('AC-2').fill('   ');
    await note('AC-1').fill('After');
    await note('AC-2').click();
    await expect.element(page.getByText('Control note successfully updated.')).toBeVisible();
    expect(server.requests.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual([
      [
        { op: 'test', path: '/notes', value: 'Before' },
        { op: 'replace', path: '/notes', value: 'After' },
      ],
    ]);
  });

  test('saves a note before the status that is chosen right after it', async () => {
    const { server } = checklistServer(3);
    await open();
    await note('AC-1').fill('First the note');
    await choice('AC-1', 'Compliant').click();
    await expect.element(page.getByText('Control status sucessfully updated.')).toBeVisible();
    expect(server.requests.flatMap(({ method }) => (method === 'GET' ? [] : [method]))).toEqual(['POST', 'PATCH']);
    await expect.element(note('AC-1')).toHaveValue('First the note');
  });
});

describe('a failed save', () => {
  test.each([
    ['a first status', {}, 'POST', 'Exempt', 'Control status creation failed.'],
    ['another status', { 0: {} }, 'PATCH', 'Exempt', 'Control status updated failed.'],
  ])('of %s shows an error and the stored status', async (_case, recorded, method, status, message) => {
    const { server } = checklistServer(1, recorded);
    const path = method === 'POST' ? '/v1/controlstatuses' : '/v1/controlstatuses/s-c0';
    server.on(`${method} ${path}`, () => problem(409, 'Somebody was first.'));
    await open();
    await choice('AC-1', status).click();
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(choice('AC-1', status)).toHaveAttribute('aria-pressed', 'false');
  });

  test('of a deletion shows an error', async () => {
    const { server } = checklistServer(1, { 0: {} });
    server.on('DELETE /v1/controlstatuses/s-c0', () => problem(409, 'Changed meanwhile.'));
    await open();
    await choice('AC-1', 'Compliant').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Control Status deletion failed.')).toBeVisible();
  });

  test('of a first note keeps the text, also in another week, until it is saved', async () => {
    const { server } = checklistServer(2);
    const screen = await open();
    await expect.element(note('AC-1')).toBeVisible();
    server.on('POST /v1/controlstatuses', () => problem(503, 'The server is busy.'));
    await note('AC-1').fill('Long thought');
    await note('AC-2').click();
    await expect.element(page.getByText('Control note creation failed.')).toBeVisible();
    const alert = page.getByRole('alert').filter({ hasText: 'The note of AC-1 is not saved' });
    await expect.element(alert).toHaveTextContent('The server is busy.');
    await expect.element(note('AC-1')).toHaveValue('Long thought');
    await page.getByRole('button', { name: 'Next week' }).click();
    await expect.element(note('AC-1')).toHaveValue('');
    screen.goBack();
    await expect.element(note('AC-1')).toHaveValue('Long thought');
    server.on('POST /v1/controlstatuses', () => ({
      id: 's',
      status: 'Notset',
      notes: 'Long thought',
      evidenceCount: 0,
      modified: '1',
    }));
    await alert.getByRole('button', { name: 'Save again' }).click();
    await expect.element(page.getByText('Control note successfully created.')).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test('of a note that another person has changed shows both notes and saves the chosen one', async () => {
    const { server, records } = checklistServer(2, { 0: { notes: 'Before' } });
    await open();
    await note('AC-1').fill('Mine');
    records.set('c0', { id: 's-c0', status: 'Compliant', notes: 'Theirs', evidenceCount: 0, modified: '2' });
    await note('AC-2').click();
    await expect.element(page.getByText('Control note update failed.')).toBeVisible();
    const alert = page.getByRole('alert').filter({ hasText: 'Another user changed the note of AC-1 to "Theirs"' });
    await expect.element(alert).toHaveTextContent('"Mine"');
    expect(records.get('c0')?.notes).toBe('Theirs');
    await alert.getByRole('button', { name: 'Save mine' }).click();
    await expect.element(page.getByText('Control note successfully updated.')).toBeVisible();
    expect(records.get('c0')?.notes).toBe('Mine');
    expect(sent(server, 'PATCH')).toHaveLength(2);
  });
});

describe('the keyboard', () => {
  test('records a hundred statuses with one press of Enter each', async () => {
    const { server, records } = checklistServer(100);
    await open();
    await choice('AC-1', 'Compliant').click();
    await vi.waitFor(() => expect(records.size).toBe(1));
    await userEvent.keyboard('{ArrowDown}');
    let presses = 1;
    for (; presses < 100; presses += 1) await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(records.size).toBe(100));
    expect(presses).toBe(100);
    expect(sent(server, 'POST')).toHaveLength(100);
    await expect.element(page.getByText('100 of 100 recorded')).toBeVisible();
  });

  test('moves between statuses, notes and rows', async () => {
    const { records } = checklistServer(3);
    await open();
    await choice('AC-1', 'Not set').click();
    await vi.waitFor(() => expect(records.size).toBe(1));
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{Enter}');
    await vi.waitFor(() => expect(records.get('c1')?.status).toBe('NonCompliant'));
    await userEvent.keyboard('{ArrowUp}{ArrowRight}{ArrowRight}{ArrowRight}Typed{Enter}');
    await vi.waitFor(() => expect(records.get('c1')?.notes).toBe('Typed'));
    await expect.element(note('AC-3')).toHaveFocus();
    await userEvent.keyboard('Taken back{Escape}{ArrowUp}');
    await expect.element(note('AC-3')).toHaveValue('');
    await expect.element(note('AC-2')).toHaveFocus();
    expect(records.has('c2')).toBe(false);
  });
});

test('renders only the visible ones of 1,200 controls, all of which can be reached', async () => {
  checklistServer(1_200);
  await open();
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1201');
  await expect.element(page.getByRole('button', { name: 'Export first 1,000' })).toBeVisible();
  expect(document.querySelectorAll('[data-row]').length).toBeLessThan(80);
  await choice('AC-1', 'Not set').click();
  await userEvent.keyboard('{End}');
  await expect.element(rowOf('AC-1200')).toBeVisible();
  await expect.element(choice('AC-1200', 'Not set')).toHaveFocus();
  await page.getByRole('textbox', { name: 'Search control and title' }).fill('control 777');
  await expect.element(rowOf('AC-777')).toBeVisible();
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
});

test('a status filters the controls, and one whose status then changes stays visible', async () => {
  checklistServer(4, { 0: { status: 'Compliant' }, 1: { status: 'Poam' }, 2: { status: 'Compliant' } });
  await open(everything, 'light', '&status=Compliant');
  const filter = (name: string) => page.getByRole('button', { name, exact: true, pressed: true });
  await expect.element(filter('2 Compliant')).toBeVisible();
  await expect.element(rowOf('AC-2')).not.toBeInTheDocument();
  await choice('AC-1', 'Exempt').click();
  await expect.element(filter('1 Compliant')).toBeVisible();
  await expect.element(rowOf('AC-1')).toBeVisible();
  await page.getByRole('button', { name: '1 Not set', exact: true }).click();
  await expect.element(rowOf('AC-4')).toBeVisible();
  await expect.element(rowOf('AC-1')).not.toBeInTheDocument();
  await filter('1 Not set').click();
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '5');
});

test('shows a message for a status that no control has', async () => {
  checklistServer(2);
  await open(everything, 'light', '&status=Exempt');
  await expect.element(page.getByText('No control has the status "Exempt"')).toBeVisible();
});

test('shows text instead of the toggle to people who may only view', async () => {
  checklistServer(2, { 0: { status: 'NonCompliant', notes: 'Late' } });
  await open(['Compliance:view']);
  await expect.element(rowOf('AC-1')).toHaveTextContent('Non-compliantLate');
  await expect.element(rowOf('AC-2')).toHaveTextContent('No record');
  await expect.element(page.getByRole('button', { name: 'Carry over last week' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Import' })).not.toBeInTheDocument();
});

test('carries over last week and shows the outcome', async () => {
  const { server, records } = checklistServer(2);
  server.on(`POST /v1/controlsets/${setId}/carryover`, () => {
    records.set('c1', { id: 's', status: 'Exempt', notes: '', evidenceCount: 0, modified: '1' });
    return { created: 1 };
  });
  await open();
  await page.getByRole('button', { name: 'Carry over last week' }).click();
  await expect.element(page.getByText('1 status was carried over from last week.')).toBeVisible();
  await expect.element(choice('AC-2', 'Exempt')).toHaveAttribute('aria-pressed', 'true');
  expect(sent(server, 'POST')[0]?.body).toEqual({ checkDate: week, tenantId: testTenantId });
});

describe('a control set', () => {
  const withDelete: readonly Permission[] = [...everything, 'Compliance:delete'];

  test('is retired only after a confirmation', async () => {
    const { server } = checklistServer(2);
    server.on(`DELETE /v1/controlsets/${setId}`, () => new Response(null, { status: 204 }));
    await open(withDelete);
    await page.getByRole('button', { name: 'Retire Baseline' }).click();
    const question = page.getByRole('dialog');
    await expect.element(question).toHaveTextContent('It is hidden in every tenant and accepts no new statuses.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(sent(server, 'DELETE')).toEqual([]);
    await page.getByRole('button', { name: 'Retire Baseline' }).click();
    await question.getByRole('button', { name: 'Retire' }).click();
    await expect.element(page.getByText('Baseline was retired.')).toBeVisible();
    expect(sent(server, 'DELETE')[0]?.query.get('modified')).toBe('2026-11-01T00:00:00.000Z');
  });

  test('shows the reason if it cannot be retired', async () => {
    const { server } = checklistServer(2);
    server.on(`DELETE /v1/controlsets/${setId}`, () => problem(409, 'Somebody changed it.'));
    await open(withDelete);
    await page.getByRole('button', { name: 'Retire Baseline' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
    await expect.element(page.getByText('Baseline was not retired. Somebody changed it.')).toBeVisible();
  });

  test('has no button to retire it without the permission to delete', async () => {
    checklistServer(2);
    await open();
    await expect.element(rowOf('AC-1')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Retire Baseline' })).not.toBeInTheDocument();
  });

  test('is exported as OSCAL, and shows the reason of a failure', async () => {
    const { server } = checklistServer(2);
    server.on(`POST /v1/controlsets/${setId}/assessmentresults`, () => ({ 'assessment-results': { uuid: 'u' } }));
    await open();
    await page.getByRole('button', { name: 'Export OSCAL' }).click();
    await vi.waitFor(() =>
      expect(sent(server, 'POST').map(({ body }) => body)).toEqual([{ checkDate: week, tenantId: testTenantId }]),
    );
    server.on(`POST /v1/controlsets/${setId}/assessmentresults`, () => problem(404, 'ControlSet was not found.'));
    await page.getByRole('button', { name: 'Export OSCAL' }).click();
    await expect
      .element(page.getByText('assessment-results-2026-11-22.json was not saved. ControlSet was not found.'))
      .toBeVisible();
  });
});

test('shows why an import is rejected', async () => {
  const { server } = checklistServer(1);
  server.on('PUT /v1/controlsets/import', () => problem(400, 'The control "AC-1" occurs twice.'));
  await open();
  await expect.element(rowOf('AC-1')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(input as HTMLElement, new File(['{}'], 'mine.json', { type: 'application/json' }));
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('mine.json was not imported. The control "AC-1" occurs twice.');
});

test('without a control set the screen offers an import', async () => {
  const server = fakeServer({
    'GET /v1/controlsets': () => ({ value: [] }),
    'GET /v1/controlsets/checklist': () => ({ controlSetId: null, controls: [] }),
  });
  await open();
  await expect.element(page.getByText('No control sets yet')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Import' })).toBeVisible();
  expect(server.requests.filter(({ path }) => path === '/v1/controlsets/checklist')).toHaveLength(1);
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each([1440, 1024, 390])('there are no accessibility violations at %i px', async (width) => {
    await page.viewport(width, 900);
    const statuses = ['Notset', 'Compliant', 'NonCompliant', 'Poam', 'Exempt'];
    checklistServer(7, Object.fromEntries(statuses.map((status, index) => [index, { status }])));
    await open(everything, theme);
    await expect.element(rowOf('AC-1')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});

describe('the week', () => {
  const date = () => page.getByLabelText('Compliance Week');

  test('is typed by keyboard and applies by Enter and on blur', async () => {
    checklistServer(1);
    const screen = await open();
    await expect.element(rowOf('AC-1')).toBeVisible();
    await date().click({ position: { x: 12, y: 16 } });
    await userEvent.keyboard('12152025');
    expect(screen.address()).toContain('week=2026-11-25');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('14 Dec – 20 Dec 2025')).toBeVisible();
    await expect.element(date()).toHaveValue('2025-12-14');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}11');
    await expect.element(date()).toHaveValue('2025-11-14');
    await page.getByText('14 Dec – 20 Dec 2025').click();
    await expect.element(page.getByText('9 Nov – 15 Nov 2025')).toBeVisible();
  });

  test('applies immediately when picked, and does not change if the typed text is not a date', async () => {
    checklistServer(1);
    const screen = await open();
    await expect.element(rowOf('AC-1')).toBeVisible();
    await date().fill('2025-12-16');
    await expect.poll(screen.address).toContain('week=2025-12-14');
    await date().click({ position: { x: 12, y: 16 } });
    await userEvent.keyboard('{Delete}');
    await expect.element(date()).toHaveValue('');
    await userEvent.keyboard('{Enter}');
    await expect.element(date()).toHaveValue('2025-12-14');
  });
});
