import { attachmentLimitBytes } from '@cfs/contracts/work-unit-attachments';
import { historyPageRows } from '@cfs/contracts/work-unit-history-limits';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem, type FakeServer } from '../../../ui/testing/fake-server.ts';
import { render } from '../../../ui/testing/render.tsx';
import { incident } from '../testing/serve-unit.ts';
import { WorkUnitHistory } from './work-unit-history.tsx';

const stream = 'GET /v1/workunits/GetWorkUnitHistoryRecords(workUnitId=7)';
const upload = 'PUT /v1/workunits/7/attachments';

const record = (id: number, changes: Partial<WorkUnitHistoryRecord> = {}): WorkUnitHistoryRecord => ({
  id,
  workUnitNoteId: id,
  workUnitId: 7,
  detail: `Note ${id}`,
  created: '2026-05-01T10:30:00.000Z',
  createdBy: 'anna@contoso.example',
  createdByName: 'Anna Berg',
  historyType: null,
  isExternalNote: false,
  historyUrl: null,
  ...changes,
});

/** A different time for each record, so that each is its own entry. */
const timeOf = (id: number): string => new Date(Date.parse('2026-05-01T10:00:00.000Z') + id * 1_000).toISOString();

const unit = {
  ...incident,
  stakeHolderFullName: 'Anna',
  stakeHolderEmailAddress: 'Anna@Contoso.example',
  stakeHolderPhoneNumber: '555',
};
const signedIn = 'GET /v1/currentUser';

const open = (theme: 'light' | 'dark' = 'light') =>
  render(<WorkUnitHistory workUnit={unit} />, { permissions: ['WorkUnits:edit', 'People:view'], theme });
const entries = () => page.getByRole('list', { name: 'Notes and history' });
const box = () => page.getByRole('textbox', { name: 'New note' });
const chosen = () => page.getByRole('list', { name: 'Files to attach' });
const uploads = ({ requests }: FakeServer) => requests.filter(({ path }) => path.endsWith('/attachments'));
const add = () => page.getByRole('button', { name: 'Add note' });

const choose = async (...files: File[]): Promise<void> => {
  await userEvent.upload(page.elementLocator(document.querySelector('input[type=file]') ?? document.body), files);
};

describe('notes and history', () => {
  test('show an empty state if there are none', async () => {
    fakeServer({ [stream]: () => ({ value: [] }) });
    await open();
    await expect.element(page.getByText('No notes for this incident.')).toBeVisible();
  });

  test('show author, time and text, without interpreting markup', async () => {
    const files = [{ attachmentId: 'a', fileName: '<img src=x>.txt', mediaType: 'text/plain', size: 2_048 }];
    const note = record(1, { detail: '<script>alert(1)</script>', isExternalNote: true, attachments: files });
    fakeServer({ [stream]: () => ({ value: [note] }) });
    await open();
    await expect.element(entries().getByText('<script>alert(1)</script>')).toBeVisible();
    await expect.element(entries().getByText('12:30pm, Fri, 5/1/2026')).toBeVisible();
    await expect.element(entries().getByText('Anna Berg')).toBeVisible();
    await expect.element(entries().getByText('External note')).toBeVisible();
    await expect.element(entries().getByRole('button', { name: '<img src=x>.txt (2 KiB)' })).toBeVisible();
    expect(entries().element().querySelector('script, img')).toBeNull();
  });

  test('collapse the quoted text of a reply', async () => {
    const detail = 'It works.\n\n> On Mon, CFS wrote:\n> <b>A note</b>';
    fakeServer({ [stream]: () => ({ value: [record(1, { detail })] }) });
    await open();
    await expect.element(entries().getByText('It works.', { exact: true })).toBeVisible();
    const quote = entries().getByText('<b>A note</b>');
    await expect.element(quote).not.toBeVisible();
    await entries().getByRole('button', { name: 'Show quoted text' }).click();
    await expect.element(quote).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  test('collapse the events of a change', async () => {
    const value = [
      record(3, { historyType: 'WorkUnitEvent', detail: 'OnAcknowledged' }),
      record(2, { historyType: 'WorkUnitStateChange', detail: 'New → Acknowledged' }),
      record(1, { historyType: 'FieldChange', detail: 'Assigned To: (empty) → Bob Stone' }),
    ];
    fakeServer({ [stream]: () => ({ value }) });
    await open();
    await expect.element(entries().getByText('New → Acknowledged')).toBeVisible();
    await expect.element(entries().getByText('Assigned To: (empty) → Bob Stone')).toBeVisible();
    expect(entries().getByText('Anna Berg').elements()).toHaveLength(1);
    await expect.element(entries().getByText(/^Acknowledged, /)).not.toBeVisible();
    await entries().getByRole('button', { name: '1 event' }).click();
    await expect.element(entries().getByText(/^Acknowledged, /)).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  test('are filtered by kind', async () => {
    const value = [
      record(4, { historyType: 'ProtocolActionFailure', detail: 'It failed' }),
      record(3, { historyType: 'FieldChange', detail: 'Title: a → b' }),
      record(2, { historyType: 'WorkUnitStateChange', detail: 'New → Acknowledged' }),
      record(1),
    ];
    fakeServer({ [stream]: () => ({ value }) });
    await open();
    await expect.element(entries().getByText('Note 1')).toBeVisible();
    await page.getByRole('button', { name: 'Notes (1)' }).click();
    expect(entries().getByRole('listitem').elements()).toHaveLength(1);
    await page.getByRole('button', { name: 'Actions (1)' }).click();
    await expect.element(entries().getByText('It failed')).toBeVisible();
    expect(entries().getByRole('listitem').elements()).toHaveLength(2);
    await page.getByRole('button', { name: 'Notes (1)' }).click();
    await page.getByRole('button', { name: 'Actions (1)' }).click();
    await page.getByRole('button', { name: 'Events (0)' }).click();
    await expect.element(page.getByText('No records of this kind.')).toBeVisible();
  });

  test('of hundreds of records are rendered fifty at a time', async () => {
    const value = Array.from({ length: 450 }, (_, index) => record(450 - index));
    fakeServer({ [stream]: () => ({ value }) });
    await open();
    await expect.element(entries().getByText('Note 401', { exact: true })).toBeInTheDocument();
    expect(entries().getByRole('listitem').elements()).toHaveLength(50);
    await page.getByRole('button', { name: 'Show 50 older of 400' }).click();
    await expect.element(entries().getByText('Note 351', { exact: true })).toBeInTheDocument();
    expect(entries().getByRole('listitem').elements()).toHaveLength(100);
  });

  test('of a long stream are loaded in pages, each record once', async () => {
    const older = 20;
    const all = Array.from({ length: historyPageRows + older }, (_, index) => record(historyPageRows + older - index));
    const kinds = { historyType: 'FieldChange', detail: 'Title: a → b' } as const;
    const value = all.map((each) => (each.id > older ? { ...each, ...kinds, created: timeOf(each.id) } : each));
    const server = fakeServer({
      [stream]: ({ query }) => {
        const before = Number(query.get('before') ?? Infinity);
        return { value: value.filter(({ id }) => id < before).slice(0, historyPageRows) };
      },
    });
    await open();
    const show = page.getByRole('button', { name: 'Show older' });
    await expect.element(page.getByRole('button', { name: `Field changes (${historyPageRows}+)` })).toBeVisible();
    expect(entries().getByRole('listitem').elements()).toHaveLength(50);
    await page.getByRole('button', { name: 'Notes (0+)' }).click();
    await expect
      .element(page.getByText(`None of the newest ${historyPageRows} records is of this kind.`))
      .toBeVisible();
    await show.click();
    await expect.element(entries().getByText('Note 20', { exact: true })).toBeVisible();
    expect(entries().getByRole('listitem').elements()).toHaveLength(older);
    await expect.element(show).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Notes (20)' }).click();
    await expect.element(page.getByRole('button', { name: `Field changes (${historyPageRows})` })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: `Show 50 older of ${historyPageRows + older - 50}` }))
      .toBeVisible();
    expect(server.requests.map(({ query }) => query.get('before')).filter(Boolean)).toEqual([String(older + 1)]);
  });

  test('show why an older page cannot be loaded, and can be retried', async () => {
    const value = Array.from({ length: historyPageRows }, (_, index) => record(historyPageRows + 1 - index));
    const server = fakeServer({
      [stream]: ({ query }) => (query.has('before') ? problem(500, 'It is broken.') : { value }),
    });
    await open();
    await page.getByRole('button', { name: 'System (0+)' }).click();
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.element(page.getByText('It is broken.')).toBeVisible();
    server.on(stream, () => ({ value: [record(1, { historyType: 'General', detail: 'The oldest' })] }));
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.element(entries().getByText('The oldest')).toBeVisible();
  });

  test('send a call-back request of the end user after a confirmation', async () => {
    const server = fakeServer({
      [stream]: () => ({ value: [] }),
      [signedIn]: () => ({ userName: 'anna@contoso.example' }),
      'POST /v1/workunitnotes/callme/7': () => record(1),
    });
    await open();
    const question = page.getByRole('dialog', { name: 'Call Me' });
    await page.getByRole('button', { name: 'Call Me' }).click();
    await expect.element(question.getByText('Do you want to be called back at 555?')).toBeVisible();
    await question.getByRole('button', { name: 'No' }).click();
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    await page.getByRole('button', { name: 'Call Me' }).click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect
      .element(
        page.getByText(
          'Your call back request has been received. You should receive a call within the next 15 minutes.',
        ),
      )
      .toBeVisible();
    server.on('POST /v1/workunitnotes/callme/7', () => problem(500, 'Broken.'));
    await page.getByRole('button', { name: 'Call Me' }).click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect.element(page.getByText('A problem occured making your call back request.')).toBeVisible();
  });

  test('do not offer a call to staff', async () => {
    const server = fakeServer({
      [stream]: () => ({ value: [record(1)] }),
      [signedIn]: () => ({ userName: 'ben@b.example' }),
    });
    await open();
    await expect.element(entries().getByText('Note 1')).toBeVisible();
    await expect.poll(() => server.requests.some(({ path }) => path === '/v1/currentUser')).toBe(true);
    await expect.element(page.getByRole('button', { name: 'Call Me' })).not.toBeInTheDocument();
  });

  test.for(['light', 'dark'] as const)('have no accessibility violations, %s', async (theme) => {
    const value = [
      record(3, { historyType: 'ProtocolActionFailure', detail: 'It failed' }),
      record(2, { historyType: 'FieldChange', detail: 'Title: a → b', isExternalNote: true }),
      record(1, { detail: 'Ask @Anna Berg', mentions: [{ displayName: 'Anna Berg', mail: 'anna@contoso.example' }] }),
    ];
    fakeServer({ [stream]: () => ({ value }) });
    await open(theme);
    await expect.element(entries().getByText('@Anna Berg')).toBeVisible();
    await page.getByRole('button', { name: 'Notes (1)' }).click();
    expect(await accessibilityViolations()).toEqual([]);
  });
});

describe('a new note', () => {
  test('is stored with its external flag, and its characters are counted', async () => {
    const server = fakeServer({ [stream]: () => ({ value: [] }), 'PUT /v1/workunitnotes': () => record(1) });
    await open();
    await expect.element(add()).toBeDisabled();
    await box().fill('x'.repeat(3_200));
    await expect.element(page.getByText('3200 of 4000')).toBeVisible();
    await page.getByRole('checkbox', { name: 'External note' }).click();
    await add().click();
    await expect.element(page.getByText('Note added successfully!')).toBeVisible();
    await expect.element(box()).toHaveValue('');
    expect(server.requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      workUnitId: 7,
      detail: 'x'.repeat(3_200),
      isExternalNote: true,
      mentions: [],
    });
  });

  test('that cannot be stored is kept for a retry', async () => {
    fakeServer({ [stream]: () => ({ value: [] }), 'PUT /v1/workunitnotes': () => problem(503, 'Busy.') });
    await open();
    await box().fill('Half a thought');
    await add().click();
    await expect.element(page.getByText('Unable to save note.')).toBeVisible();
    await expect.element(box()).toHaveValue('Half a thought');
  });

  test('mentions people who are selected after an @', async () => {
    const people = [
      { displayName: 'Anna Berg', mail: 'anna@contoso.example' },
      { displayName: 'Anna <b>Lie</b>', mail: 'lie@contoso.example' },
    ];
    const server = fakeServer({
      [stream]: () => ({ value: [] }),
      'GET /api/people': () => people,
      'PUT /v1/workunitnotes': () => record(1),
    });
    await open();
    await box().click();
    await userEvent.keyboard('Ask @ann');
    const options = page.getByRole('listbox', { name: 'People to mention' });
    await expect.element(options.getByText('Anna <b>Lie</b> (lie@contoso.example)')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.element(box()).toHaveValue('Ask @Anna Berg ');
    await expect.element(options).not.toBeInTheDocument();
    await userEvent.keyboard('first');
    await add().click();
    await expect.element(page.getByText('Note added successfully!')).toBeVisible();
    expect(server.requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      detail: 'Ask @Anna Berg first',
      mentions: ['anna@contoso.example'],
    });
  });

  test('uploads its files, each checked before it is sent', async () => {
    const server = fakeServer({
      [stream]: () => ({ value: [] }),
      'PUT /v1/workunitnotes': () => record(5),
      [upload]: () => ({ noteId: 5 }),
    });
    await open();
    const large = new File(['1'], 'film.zip');
    Object.defineProperty(large, 'size', { value: attachmentLimitBytes + 1 });
    box()
      .element()
      .dispatchEvent(pasted(new File(['1'], 'page.html'), large, new File(['1'], 'rows.csv')));
    await expect.element(page.getByText('page.html: files of this type cannot be attached.')).toBeVisible();
    await expect.element(page.getByText('film.zip: the file is larger than 25.0 MiB.')).toBeVisible();
    await choose(new File(['2'], 'more.txt'));
    await expect.element(chosen().getByText('more.txt (1 B)')).toBeVisible();
    await box().fill('See these');
    await add().click();
    await expect.element(page.getByText('Note added successfully!')).toBeVisible();
    await expect.element(chosen()).not.toBeInTheDocument();
    expect(uploads(server).map(({ query }) => Object.fromEntries(query))).toEqual([
      { fileName: 'rows.csv', noteId: '5' },
      { fileName: 'more.txt', noteId: '5' },
    ]);
    expect(uploads(server).map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/octet-stream',
      'application/octet-stream',
    ]);
  });

  test('of dropped files alone keeps the files that the server refused', async () => {
    const server = fakeServer({
      [stream]: () => ({ value: [] }),
      [upload]: ({ query }) =>
        query.get('fileName') === 'bad.png'
          ? problem(400, 'Bad.', { FileName: ['The file is not what it says.'] })
          : { noteId: 9 },
    });
    await open();
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() });
    for (const name of ['good.txt', 'bad.png', 'also.txt']) drop.dataTransfer?.items.add(new File(['1'], name));
    box().element().dispatchEvent(drop);
    await add().click();
    await expect.element(chosen().getByText('The file is not what it says.')).toBeVisible();
    await expect.poll(() => chosen().getByRole('listitem').elements()).toHaveLength(1);
    expect(uploads(server).map(({ query }) => query.get('noteId'))).toEqual([null, '9', '9']);
  });

  test('shows the progress of an upload in bytes, and can cancel it', async () => {
    const server = fakeServer({
      [stream]: () => ({ value: [] }),
      'PUT /v1/workunitnotes': () => record(5),
      [upload]: () => new Promise(() => undefined),
    });
    await open();
    await choose(new File(['x'.repeat(4_096)], 'slow.txt'), new File(['1'], 'next.txt'));
    await box().fill('See these');
    await add().click();
    await expect
      .element(page.getByRole('progressbar', { name: 'Uploading slow.txt' }))
      .toHaveAttribute('aria-valuenow', '50');
    await expect.element(page.getByText('2 KiB sent')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    server.on(upload, () => ({ noteId: 5 }));
    await page.getByRole('button', { name: 'Cancel slow.txt' }).click();
    await expect.element(chosen().getByText('Cancelled.')).toBeVisible();
    await expect.element(page.getByText('Note added successfully!')).toBeVisible();
    expect(chosen().getByRole('listitem').elements()).toHaveLength(1);
    await page.getByRole('button', { name: 'Remove slow.txt' }).click();
    await expect.element(chosen()).not.toBeInTheDocument();
  });

  test('is not stored again when the upload of its file is retried', async () => {
    const server = fakeServer({
      [stream]: () => ({ value: [] }),
      'PUT /v1/workunitnotes': () => record(5),
      [upload]: () => problem(503, 'Too many files are being stored. Please try again.'),
    });
    await open();
    await choose(new File(['1'], 'rows.csv'));
    await box().fill('See this');
    await add().click();
    await expect.element(page.getByText('Note added, but some of its files could not be attached.')).toBeVisible();
    await expect.element(chosen().getByText('Too many files are being stored. Please try again.')).toBeVisible();
    await expect.element(box()).toHaveValue('');
    await box().fill('The next note');
    server.on(upload, () => ({ noteId: 5 }));
    await page.getByRole('button', { name: 'Try again: rows.csv' }).click();
    await expect.element(chosen()).not.toBeInTheDocument();
    await expect.element(box()).toHaveValue('The next note');
    expect(uploads(server).map(({ query }) => query.get('noteId'))).toEqual(['5', '5']);
    expect(server.requests.filter(({ path }) => path === '/v1/workunitnotes')).toHaveLength(1);
  });
});

describe('a file of a note', () => {
  const file = { attachmentId: 'a', fileName: 'wrong.txt', mediaType: 'text/plain', size: 2_048 };
  const address = 'DELETE /v1/workunits/7/attachments/a';
  const note = record(1, { attachments: [file] });
  const removal = () => page.getByRole('button', { name: 'Remove wrong.txt' });
  const question = () => page.getByRole('dialog', { name: 'Remove File' });

  test('is removed after a confirmation', async () => {
    const server = fakeServer({
      [stream]: () => ({ value: [note] }),
      [address]: () => new Response(null, { status: 204 }),
    });
    await open();
    await removal().click();
    await expect
      .element(question().getByText('Remove wrong.txt from this work unit? It cannot be restored.'))
      .toBeVisible();
    await question().getByRole('button', { name: 'Cancel' }).click();
    expect(server.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    server.on(stream, () => ({ value: [record(2, { historyType: 'General', detail: 'Removed the file wrong.txt' })] }));
    await removal().click();
    await question().getByRole('button', { name: 'Remove' }).click();
    await expect.element(page.getByText('wrong.txt was removed.')).toBeVisible();
    await expect.element(removal()).not.toBeInTheDocument();
    await expect.element(entries().getByText('Removed the file wrong.txt')).toBeVisible();
  });

  test('that cannot be removed is kept, and the reason is shown', async () => {
    fakeServer({ [stream]: () => ({ value: [note] }), [address]: () => problem(500, 'It is broken.') });
    await open();
    await removal().click();
    await question().getByRole('button', { name: 'Remove' }).click();
    await expect.element(page.getByText('wrong.txt could not be removed. It is broken.')).toBeVisible();
    await expect.element(removal()).toBeVisible();
  });

  test('cannot be removed by users with read-only access', async () => {
    fakeServer({ [stream]: () => ({ value: [note] }) });
    await render(<WorkUnitHistory workUnit={unit} />, { permissions: ['WorkUnits:view'] });
    await expect.element(entries().getByRole('button', { name: 'wrong.txt (2 KiB)' })).toBeVisible();
    await expect.element(removal()).not.toBeInTheDocument();
  });
});

const pasted = (...files: File[]): ClipboardEvent => {
  const clipboardData = new DataTransfer();
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
  // A `DataTransfer` copies files, and would lose their faked size.
  Object.defineProperty(event.clipboardData, 'files', { value: files });
  return event;
};

test('a slash at the start of a line inserts a canned reply, filled in from the unit', async () => {
  const server = fakeServer({
    'GET /v1/workunits/GetWorkUnitHistoryRecords(workUnitId=7)': () => ({ value: [] }),
    [signedIn]: () => ({ userName: 'ben@example.org', name: 'Ben Lie' }),
    'GET /v1/cannedreplies': () => ({
      value: [
        {
          cannedReplyId: 'a',
          name: 'Closing',
          body: 'Dear {{StakeholderName}}, #{{WorkUnitNumber}} is done. {{MyName}}',
        },
        { cannedReplyId: 'b', name: 'Greeting', body: 'Hello' },
      ],
    }),
  });
  await render(<WorkUnitHistory workUnit={unit} />, {
    permissions: ['WorkUnits:edit', 'WorkUnits.Categories:view'],
  });
  await box().click();
  await userEvent.keyboard('and/or');
  expect(server.requests.filter(({ path }) => path === '/v1/cannedreplies')).toEqual([]);
  await box().fill('');
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('listbox', { name: 'Canned replies' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Greeting' })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.keyboard('clo');
  await expect.element(page.getByRole('option', { name: 'Greeting' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(box()).toHaveValue('Dear Anna, #7 is done. Ben Lie');
  expect(server.requests.find(({ path }) => path === '/v1/cannedreplies')?.query.get('$filter')).toContain(
    'tenantId eq',
  );
});
