import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { historyPageRows } from '@cfs/contracts/work-unit-history-limits';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../ui/testing/render.tsx';
import { RequestDetails } from './request-details.tsx';

const me = 'rita@contoso.example';
const request = {
  workUnitId: 7,
  publicWorkUnitId: 7,
  title: 'No picture',
  description: 'The screen stays dark.',
  resolution: 'It has a new cable.',
  stateId: 'Resolved',
  workUnitTypeId: 1,
  stakeHolderPhoneNumber: '+47 555 0100',
  stakeHolderEmailAddress: me,
  created: '2026-05-01T10:00:00.000Z',
  createdBy: me,
} as ResolutionCenterUnit;

const note = (id: number, changes: Partial<WorkUnitHistoryRecord> = {}): WorkUnitHistoryRecord => ({
  id,
  workUnitNoteId: id,
  workUnitId: 7,
  detail: `Note ${id}`,
  created: '2026-05-01T10:30:00.000Z',
  createdBy: 'desk@contoso.example',
  createdByName: 'The desk',
  historyType: null,
  isExternalNote: true,
  historyUrl: null,
  ...changes,
});

/** A server with one request that accepts notes. */
const serve = (fields: Partial<ResolutionCenterUnit> = {}, notes: WorkUnitHistoryRecord[] = []) =>
  fakeServer({
    'GET /v1/workunits/rc': () => ({ value: [{ ...request, ...fields }] }),
    'GET /v1/workunits/7/externalNotes': () => ({ value: notes.toReversed() }),
    'GET /v1/currentUser': () => ({ userName: me }),
    'PUT /v1/rc/workunits/7/notes': ({ body }) => {
      notes.push(note(notes.length + 1, { detail: (body as { detail: string }).detail, createdBy: me }));
      return notes.at(-1);
    },
    'PUT /v1/rc/workunits/7/attachments': () => ({ noteId: 1 }),
    'POST /v1/workunitnotes/callme/7': () => note(9),
  });

const open = (options: RenderOptions = { permissions: ['WorkUnits:view:mine'] }, workUnitId = '7') =>
  render(<RequestDetails workUnitId={workUnitId} onClose={close} />, options);
const close = vi.fn<() => void>();
const drawer = () => page.getByRole('dialog', { name: '#7: No picture' });
const notes = () => drawer().getByRole('list', { name: 'Notes' });
const box = () => drawer().getByRole('textbox', { name: 'New note' });
const add = () => drawer().getByRole('button', { name: 'Add note' });

describe('the details of a request', () => {
  test('show its resolution and its notes read-only', async () => {
    const files = [{ attachmentId: 'a', fileName: 'offer.txt', mediaType: 'text/plain', size: 2_048 }];
    serve({}, [note(1, { attachments: files })]);
    await open({ permissions: ['WorkUnits:view:mine', 'WorkUnits:edit'] });
    for (const text of ['The screen stays dark.', 'It has a new cable.', 'Done', 'Note 1'])
      await expect.element(drawer().getByText(text, { exact: true })).toBeVisible();
    await expect.element(notes().getByRole('button', { name: 'offer.txt (2 KiB)' })).toBeVisible();
    await expect.element(notes().getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
    expect(drawer().getByRole('textbox').elements()).toHaveLength(1);
  });

  test('load older notes in pages', async () => {
    const server = serve();
    const all = Array.from({ length: historyPageRows + 1 }, (_, index) => note(historyPageRows + 1 - index));
    server.on('GET /v1/workunits/7/externalNotes', ({ query }) => ({
      value: query.get('before') === '2' ? all.slice(historyPageRows) : all.slice(0, historyPageRows),
    }));
    await open();
    await drawer().getByRole('button', { name: 'Show older notes' }).click();
    await expect.element(notes().getByText('Note 1', { exact: true })).toBeInTheDocument();
    expect(notes().getByRole('listitem').elements()).toHaveLength(historyPageRows + 1);
    await expect.element(drawer().getByRole('button', { name: 'Show older notes' })).not.toBeInTheDocument();
  });

  test('show an empty state without notes, and no resolution if there is none', async () => {
    serve({ resolution: null });
    await open();
    await expect.element(drawer().getByText('No notes for this incident.')).toBeVisible();
    await expect.element(drawer().getByText('Resolution')).not.toBeInTheDocument();
  });

  test('are at most 885 pixels high', async () => {
    await page.viewport(1_440, 1_200);
    serve();
    await open();
    await expect.element(drawer()).toBeVisible();
    expect(drawer().element().getBoundingClientRect().height).toBe(885);
  });

  test("redirect from the target of a merge to the user's own merged request", async () => {
    const server = serve();
    server.on('GET /v1/workunits/rc', ({ query }) => ({
      value: query.get('$filter') === 'workUnitId eq 7' ? [request] : [],
    }));
    server.on('GET /v1/rc/workunits/9/openable', () => ({ workUnitId: 7 }));
    const screen = await render(<RequestDetails workUnitId="9" onClose={close} />, {
      at: `/${testTenantId}/resolutioncenter?workUnitId=9`,
      permissions: ['WorkUnits:view:mine'],
    });
    await expect.poll(() => screen.address()).toContain('workUnitId=7');
    expect(page.getByText('No such request').elements()).toEqual([]);
  });

  test.each(['99', 'abc', 'new'])('show that there is no such request for the id %s', async (id) => {
    const server = fakeServer({
      'GET /v1/workunits/rc': () => ({ value: [] }),
      [`GET /v1/rc/workunits/${/^\d+$/.test(id) ? id : 0}/openable`]: () => ({ workUnitId: null }),
    });
    await open(undefined, id);
    const missing = page.getByRole('dialog', { name: `Request #${id}` });
    await expect.element(missing.getByText('No such request')).toBeVisible();
    expect(server.requests.some(({ path }) => path.includes('externalNotes'))).toBe(false);
  });

  test('can be reloaded after they failed to load', async () => {
    const server = fakeServer({ 'GET /v1/workunits/rc': () => problem(500, 'It is broken.') });
    await open();
    const failed = page.getByRole('dialog', { name: 'Request #7' });
    await expect.element(failed.getByText('It is broken.')).toBeVisible();
    server.on('GET /v1/workunits/rc', () => ({ value: [request] }));
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect.element(drawer()).toBeVisible();
  });

  test('accept a note with a file', async () => {
    const server = serve();
    await open();
    await box().fill('When will it come?');
    await userEvent.upload(page.elementLocator(document.querySelector('input[type=file]') ?? document.body), [
      new File(['dark'], 'screen.txt', { type: 'text/plain' }),
    ]);
    await add().click();
    await expect.element(page.getByText('Note added successfully!')).toBeVisible();
    await expect.element(notes().getByText('When will it come?')).toBeVisible();
    const sent = server.requests.filter(({ method }) => method === 'PUT');
    expect(sent.map(({ path }) => path)).toEqual(['/v1/rc/workunits/7/notes', '/v1/rc/workunits/7/attachments']);
    expect(sent[0]?.body).toEqual({ detail: 'When will it come?' });
    expect(sent[1]?.query.get('noteId')).toBe('1');
    await expect.element(drawer().getByRole('checkbox')).not.toBeInTheDocument();
  });

  test('keep a note that could not be stored, and show an error', async () => {
    const server = serve();
    server.on('PUT /v1/rc/workunits/7/notes', () => problem(500, 'It is broken.'));
    await open();
    await box().fill('When will it come?');
    await add().click();
    await expect.element(page.getByText('Unable to save note.')).toBeVisible();
    await expect.element(box()).toHaveValue('When will it come?');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('There are unsaved changes. Are you sure you want to close?')).toBeVisible();
  });

  test('send a call-back request after a confirmation', async () => {
    const server = serve();
    await open();
    await drawer().getByRole('button', { name: 'Call Me' }).click();
    expect(server.requests.some(({ method }) => method === 'POST')).toBe(false);
    await page.getByRole('dialog', { name: 'Call Me' }).getByRole('button', { name: 'Yes' }).click();
    await expect
      .element(
        page.getByText(
          'Your call back request has been received. You should receive a call within the next 15 minutes.',
        ),
      )
      .toBeVisible();
  });

  test('offer neither the note input nor Call Me to staff with read-only access', async () => {
    serve({ createdBy: 'other@contoso.example', stakeHolderEmailAddress: 'other@contoso.example' }, [note(1)]);
    await open({ permissions: ['WorkUnits:view', 'WorkUnits:view:mine'] });
    await expect.element(notes().getByText('Note 1')).toBeVisible();
    await expect.element(box()).not.toBeInTheDocument();
    await expect.element(drawer().getByRole('button', { name: 'Call Me' })).not.toBeInTheDocument();
  });

  test.for(['light', 'dark'] as const)('have no accessibility violations, %s', async (theme) => {
    serve({}, [note(1, { detail: 'x'.repeat(400) })]);
    await open({ permissions: ['WorkUnits:view:mine'], theme });
    await expect.element(notes()).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
