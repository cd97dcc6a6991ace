import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { problem } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../../ui/testing/render.tsx';
import { incident, me, patches, serveUnit } from '../testing/serve-unit.ts';
import { WorkUnitPanel } from './work-unit-panel.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';

const changeRequest: WorkUnitRow = {
  ...incident,
  workUnitTypeId: 2,
  resolution: 'A new disk',
  implementationPlan: 'Swap it',
  rollbackPlan: 'Swap it back',
  affectedResources: 'srv-1',
  environment: 'Production',
  expectedCFSAlerts: 'Heartbeat',
  approver1: me,
  approver2: 'ben@example.org',
  plannedStartTime: '2026-03-03T18:00:00.000Z',
  plannedFinishTime: '2026-03-03T19:00:00.000Z',
  approved1By: null,
  approved2By: null,
  declined1By: null,
  declined2By: null,
};
const panel = page.getByRole('dialog', { name: /^Edit Work Unit #7/ });
const button = (name: string) => panel.getByRole('button', { name, exact: true });
const box = (name: string) => panel.getByRole('textbox', { name, exact: true });
const toasts = page.elementLocator(document.querySelector('#toasts') ?? document.body);

const open = (query = '') =>
  render(<WorkUnitPanel openId="7" openAs="workUnitId" onClose={() => undefined} />, {
    at: `/${testTenantId}/workunitsv2?workUnitId=7${query}`,
    permissions: ['WorkUnits:view', 'WorkUnits:edit'],
  });

test('a unit that cannot be loaded shows the reason, and can be loaded again', async () => {
  const server = serveUnit(incident);
  server.on('GET /v1/workunits', () => problem(500, 'The server has a problem.'));
  await open();
  const failed = page.getByRole('dialog', { name: 'Work Unit #7' });
  await expect.element(failed.getByText('The server has a problem.')).toBeVisible();
  server.on('GET /v1/workunits', () => ({ value: [incident] }));
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect.element(box('Title')).toHaveValue('Disk full');
});

test('one request provides everything that the panel shows', async () => {
  const server = serveUnit(incident);
  const note = { id: 4, workUnitNoteId: 4, workUnitId: 7, detail: 'Looked at it', createdBy: me, createdByName: 'Ann' };
  server.on('GET /v1/workunits/GetWorkUnitHistoryRecords(workUnitId=7)', () => ({
    value: [
      { ...note, created: '2026-05-01T10:00:00.000Z', historyType: null, isExternalNote: false, historyUrl: null },
    ],
  }));
  server.on('GET /v1/workunits/7/relations', () => ({ value: [] }));
  server.on('GET /v1/workunits/7/manualActions', () => ({ workUnitEventType: 'Acknowledged', waiting: 0, value: [] }));
  server.on('GET /v1/protocols', () => ({ value: [] }));
  await open();
  await expect.element(panel.getByText('Looked at it')).toBeVisible();
  await expect.element(box('Rack')).toHaveValue('Rack 4');
  await expect.poll(() => server.requests.some(({ path }) => path.endsWith('/presence'))).toBe(true);
  const asked = server.requests
    .map(({ path }) => path)
    .filter((path) => /^\/v1\/(workunits|tenants|protocols)/.test(path));
  expect(asked.toSorted()).toEqual(['/v1/workunits/7/presence', '/v1/workunits/panel']);
});

describe('two people on one unit', () => {
  test('who change different fields both succeed', async () => {
    const server = serveUnit(incident);
    await open();
    await box('Reference').fill('INC-1');
    server.change({ title: 'Disk nearly full' });
    await button('Save').click();
    await expect.element(box('Title')).toHaveValue('Disk nearly full');
    expect(patches(server)).toEqual([{ referenceId: 'INC-1' }]);
  });

  test('who change the same field are shown both values', async () => {
    const server = serveUnit(incident);
    await open();
    await box('Title').fill('Disk is full');
    server.change({ title: 'Disk nearly full' });
    await button('Save').click();
    await expect
      .element(panel.getByText(/^This Work Unit was modified by another user\. Please discard/))
      .toBeVisible();
    await expect.element(panel.getByRole('radio', { name: 'Yours: Disk is full' })).toBeChecked();
    await expect.element(panel.getByRole('radio', { name: 'Theirs: Disk nearly full' })).toBeVisible();
    await expect.element(button('Save')).toBeDisabled();
    await button('Keep my changes').click();
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    expect(patches(server)).toEqual([{ title: 'Disk is full' }, { title: 'Disk is full' }]);
  });

  test('can keep the value of the other one', async () => {
    const server = serveUnit(incident);
    await open();
    await box('Title').fill('Disk is full');
    await box('Reference').fill('INC-1');
    server.change({ title: 'Disk nearly full' });
    await button('Save').click();
    await button('Keep theirs').click();
    await expect.element(box('Title')).toHaveValue('Disk nearly full');
    await expect.element(box('Reference')).toHaveValue('INC-1');
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    expect(patches(server).at(-1)).toEqual({ referenceId: 'INC-1' });
  });
});

test('a saved change is not overwritten by a later response to Watch', async () => {
  const server = serveUnit(incident);
  const watched = Promise.withResolvers<unknown>();
  server.on('PUT /v1/workunits/7/watch', () => watched.promise);
  await open();
  await box('Title').fill('Disk is full');
  await button('Watch (W)').click();
  await button('Save').click();
  await expect.element(panel.getByRole('heading', { name: /Disk is full/ })).toBeVisible();
  watched.resolve({ userId: 'u', displayName: 'Ann', mail: me });
  await expect.element(button('Stop watching (W)')).toBeVisible();
  await expect.element(panel.getByRole('heading', { name: /Disk is full/ })).toBeVisible();
  await box('Title').fill('Disk full');
  await button('Save').click();
  await expect.poll(() => patches(server)).toEqual([{ title: 'Disk is full' }, { title: 'Disk full' }]);
});

test('a double click or repeated letters run a command once', async () => {
  const server = serveUnit({ ...incident, watchers: [] });
  const [saved, watched] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  server.on('PATCH /v1/workunits/7', () => saved.promise);
  server.on('PUT /v1/workunits/7/watch', () => watched.promise);
  await open();
  await button('Assign to me (I)').dblClick();
  await button('Watch (W)').dblClick();
  await userEvent.keyboard('iwiw');
  saved.resolve({ ...incident, assignedTo: me, modified: '2026-05-01T11:00:00.000Z' });
  watched.resolve({ userId: 'u', displayName: 'Ann', mail: me });
  await expect.element(button('Assign to me (I)')).toBeDisabled();
  await expect.element(button('Stop watching (W)')).toBeVisible();
  expect(patches(server)).toEqual([{ assignedTo: me }]);
  expect(server.requests.filter(({ path }) => path.endsWith('/watch'))).toHaveLength(1);
});

test("a command outside of the form does not hide a conflict with another user's change", async () => {
  const server = serveUnit(incident);
  await open();
  await box('Title').fill('Disk almost full');
  server.change({ title: 'Disk full on rack 4' });
  await button('Assign to me (I)').click();
  await expect.poll(() => patches(server)).toEqual([{ assignedTo: me }]);
  await expect.element(button('Assign to me (I)')).toBeDisabled();
  await expect.element(box('Title')).toHaveValue('Disk almost full');
  await button('Save').click();
  await expect.element(panel.getByText('Disk full on rack 4').first()).toBeVisible();
  await button('Keep my changes').click();
  await button('Save').click();
  await expect.poll(() => patches(server).at(-1)).toEqual({ title: 'Disk almost full' });
});

describe('an approval', () => {
  const decision = (number: number) => panel.getByRole('group', { name: `Decision of approver ${number}` });

  test.each([
    ['taken', () => ({ ...changeRequest, approved1By: me, modified: '2026-05-01T10:00:05.000Z' })],
    ['refused', () => problem(409, 'Somebody else is the approver.')],
  ])('that is %s keeps what is typed during the request', async (what, answer) => {
    const settled = () =>
      what === 'taken' ? decision(1).getByText(`Approved by ${me}`) : toasts.getByText(/approval action failed/);
    const server = serveUnit(changeRequest);
    const decided = Promise.withResolvers<unknown>();
    server.on('PATCH /v1/workunits/7', () => decided.promise);
    await open();
    await decision(1).getByRole('button', { name: 'Approve' }).click();
    await expect.poll(() => server.requests.some(({ method }) => method === 'PATCH')).toBe(true);
    await box('Reference').fill('INC-1');
    decided.resolve(answer());
    await expect.element(settled()).toBeVisible();
    await expect.element(box('Reference')).toHaveValue('INC-1');
  });

  test('is offered only to the named approver', async () => {
    const server = serveUnit(changeRequest);
    await open();
    await decision(1).getByRole('button', { name: 'Approve' }).click();
    await expect.element(decision(1).getByText(`Approved by ${me}`)).toBeVisible();
    await expect.element(decision(2).getByText('Pending')).toBeVisible();
    await expect.element(decision(2).getByRole('button')).not.toBeInTheDocument();
    expect(patches(server)).toEqual([{ approved1By: me }]);
  });

  test('declined with notes cancels the unit and shows them', async () => {
    const server = serveUnit(changeRequest);
    await open();
    await decision(1).getByRole('button', { name: 'Decline' }).click();
    const question = page.getByRole('dialog', { name: 'Decline' });
    await question.getByLabelText('Notes').fill('Not in the holidays');
    await question.getByRole('button', { name: 'Decline' }).click();
    await expect.element(decision(1).getByText(`Declined by ${me}`)).toBeVisible();
    await expect.element(decision(1).getByText('Not in the holidays')).toBeVisible();
    await expect.element(panel.getByRole('combobox', { name: 'State' })).toHaveTextContent('Canceled');
    expect(patches(server)).toEqual([{ declined1By: me, decision1Notes: 'Not in the holidays', stateId: 'Canceled' }]);
  });

  test('is refused if the plan is not the one that was seen', async () => {
    const server = serveUnit(changeRequest);
    await open();
    await button('Plan').click();
    await expect.element(decision(1).getByRole('button', { name: 'Approve' })).toBeVisible();
    server.change({ rollbackPlan: 'Hope' });
    await decision(1).getByRole('button', { name: 'Approve' }).click();
    await expect.element(toasts.getByText(/^Change Request approval action failed\. This Work Unit was/)).toBeVisible();
    await expect.element(box('Rollback Plan')).toHaveValue('Hope');
    await expect.element(decision(1).getByText('Pending')).toBeVisible();
  });

  test('by another person is refused with the message of the server', async () => {
    const server = serveUnit(changeRequest);
    const detail = 'Authenticated user does not match eve@example.org';
    server.on('PATCH /v1/workunits/7', () => problem(403, detail, { WorkUnit: [detail] }));
    await open();
    await decision(1).getByRole('button', { name: 'Approve' }).click();
    await expect.element(toasts.getByText(`Change Request approval action failed. ${detail}`)).toBeVisible();
  });

  test('is voided if the plan is saved again, and this is shown', async () => {
    const server = serveUnit({ ...changeRequest, approved1By: me });
    await open();
    await button('Plan').click();
    await box('Rollback Plan').fill('Hope');
    await expect.element(panel.getByText(/^Saving these changes voids the approval of ann@example\.org/)).toBeVisible();
    server.on('PATCH /v1/workunits/7', () => ({ ...changeRequest, rollbackPlan: 'Hope' }));
    await button('Save').click();
    await expect.element(toasts.getByText(/^The approval of ann@example\.org is void/)).toBeVisible();
    await expect.element(decision(1).getByText('Pending')).toBeVisible();
  });
});

describe('a declined Change Request', () => {
  test('shows that it has to be approved again when it is reopened', async () => {
    const declined = { ...changeRequest, stateId: 'Canceled', declined1By: me, decision1Notes: 'No' } as const;
    const server = serveUnit(declined);
    await open();
    await panel.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Acknowledged' }).click();
    await expect.element(panel.getByText(/^Saving reopens the declined Change Request/)).toBeVisible();
    server.on('PATCH /v1/workunits/7', () => ({ ...changeRequest, stateId: 'Acknowledged' }));
    await button('Save').click();
    await expect.element(toasts.getByText(/has to be approved again/)).toBeVisible();
    await expect
      .element(panel.getByRole('group', { name: 'Decision of approver 1' }).getByText('Pending'))
      .toBeVisible();
  });
});

describe('changing the type', () => {
  const choose = async (): Promise<void> => {
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Change type to Change Request' }).click();
  };

  test('of an incident requires the plan and sends one patch', async () => {
    const server = serveUnit({ ...changeRequest, workUnitTypeId: 1, implementationPlan: null });
    await open();
    await expect.element(box('Title')).toHaveValue('Disk full');
    await choose();
    await button('Save').click();
    await expect.element(panel.getByText('Please enter the implementation plan.')).toBeVisible();
    await box('Implementation Plan').fill('Swap it');
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    expect(patches(server)).toEqual([{ workUnitTypeId: 2, implementationPlan: 'Swap it' }]);
  });

  test('of a Change Request shows a warning', async () => {
    serveUnit(changeRequest);
    await open();
    await expect.element(box('Title')).toHaveValue('Disk full');
    await choose();
    await expect.element(toasts.getByText('This Work Unit already is a Change Request.')).toBeVisible();
    await expect.element(button('Save')).toBeDisabled();
  });
});

test("the tenant's own fields are text boxes and dropdowns", async () => {
  const server = serveUnit(incident);
  await open();
  await expect.element(box('Rack')).toHaveValue('Rack 4');
  await panel.getByRole('combobox', { name: 'Site' }).click();
  await expect.element(page.getByRole('listbox')).toHaveTextContent('NoneOsloBergen');
  await page.getByRole('option', { name: 'Bergen' }).click();
  await button('Save').click();
  await expect.element(button('Save')).toBeDisabled();
  expect(patches(server)).toEqual([{ customValue2: 'Bergen' }]);
});

test('a change of the assignment group offers to clear the assignee', async () => {
  const server = serveUnit({ ...incident, assignedTo: me });
  await open();
  await panel.getByRole('combobox', { name: 'Assignment Group' }).click();
  await page.getByRole('option', { name: 'Network' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await button('Save').click();
  await expect.element(button('Save')).toBeDisabled();
  expect(patches(server)).toEqual([{ assignmentGroup: 'Network', assignedTo: null, stateId: 'New' }]);
});

test('a new unit starts blank, in the tenant of the URL', async () => {
  const server = serveUnit(incident);
  server.on('PUT /v1/workunits', () => incident);
  const screen = await render(<WorkUnitPanel openId="new" openAs="workUnitId" onClose={() => undefined} />, {
    at: `/${testTenantId}/workunitsv2?workUnitId=new&createType=1`,
    permissions: ['WorkUnits:view', 'WorkUnits:create'],
  });
  const creation = page.getByRole('dialog', { name: 'Create Work Unit' });
  await expect.element(creation.getByRole('combobox', { name: 'Severity' })).toHaveTextContent('Sev0');
  await creation.getByRole('textbox', { name: 'Title' }).fill('Disk full');
  await creation.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => screen.address()).toContain('workUnitId=7');
  expect(server.requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    workUnitId: -1,
    title: 'Disk full',
    severityId: 'Sev0',
    stateId: 'New',
    workUnitTypeId: 1,
    tenantId: testTenantId,
  });
});

test('a failed creation is retried with its idempotency key, unless its values change', async () => {
  const server = serveUnit(incident);
  server.on('PUT /v1/workunits', () => problem(504, 'No answer.'));
  await render(<WorkUnitPanel openId="new" openAs="workUnitId" onClose={() => undefined} />, {
    at: `/${testTenantId}/workunitsv2?workUnitId=new&createType=1`,
    permissions: ['WorkUnits:view', 'WorkUnits:create'],
  });
  const creation = page.getByRole('dialog', { name: 'Create Work Unit' });
  const save = creation.getByRole('button', { name: 'Save', exact: true });
  const keys = () =>
    server.requests
      .filter(({ method }) => method === 'PUT')
      .map(({ body }) => (body as { readonly idempotencyKey?: string }).idempotencyKey);
  await creation.getByRole('textbox', { name: 'Title' }).fill('Disk full');
  for (const count of [1, 2]) {
    await save.click();
    await expect.poll(keys).toHaveLength(count);
    await expect.element(save).toBeEnabled();
  }
  await creation.getByRole('textbox', { name: 'Title' }).fill('Disk nearly full');
  await save.click();
  await expect.poll(keys).toHaveLength(3);
  const [first, second, third] = keys();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('the severity of a new unit follows its type until the user chooses one', async () => {
  const server = serveUnit(incident);
  server.on('GET /api/generallookup/workunittypes', () => [
    { workUnitTypeId: 1, name: 'Incident' },
    { workUnitTypeId: 4, name: 'User Request' },
  ]);
  await render(<WorkUnitPanel openId="new" openAs="workUnitId" onClose={() => undefined} />, {
    at: `/${testTenantId}/workunitsv2?workUnitId=new&createType=1`,
    permissions: ['WorkUnits:view', 'WorkUnits:create'],
  });
  const creation = page.getByRole('dialog', { name: 'Create Work Unit' });
  const choose = async (name: string, option: string): Promise<void> => {
    await creation.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const severity = creation.getByRole('combobox', { name: 'Severity' });
  await expect.element(severity).toHaveTextContent('Sev0');
  await choose('Work Unit Type', 'User Request');
  await expect.element(severity).toHaveTextContent('Sev3');
  await choose('Severity', 'Sev1');
  await choose('Work Unit Type', 'Incident');
  await expect.element(severity).toHaveTextContent('Sev1');
});

describe('the tabs', () => {
  const waiting = 'There are pending actions that require manual approval. Go to "Pending Actions" to review.';
  const actions = (count: number) => () => ({ workUnitEventType: 'OnAcknowledged', waiting: count, value: [] });

  test('count pending actions and related entities, with a banner', async () => {
    const server = serveUnit(incident);
    server.on('GET /v1/workunits/7/manualActions', actions(2));
    server.on('GET /v1/workunits/7/relations', () => ({ value: [{ referenceType: 'Block', referenceId: 'b1' }] }));
    await open();
    await expect.element(panel.getByText(waiting)).toBeVisible();
    await expect.element(panel.getByRole('tab', { name: 'Pending Actions' })).toHaveTextContent('2');
    await expect.element(panel.getByRole('tab', { name: 'Related' })).toHaveTextContent('1');
  });

  test('show no banner without pending actions', async () => {
    const server = serveUnit(incident);
    server.on('GET /v1/workunits/7/manualActions', actions(0));
    await open();
    await expect.element(box('Title')).toHaveValue('Disk full');
    await expect.element(panel.getByText(waiting)).not.toBeInTheDocument();
  });

  test('open on Protocols if the URL names one', async () => {
    serveUnit(incident);
    await open(`&protocolId=${testTenantId}`);
    await expect.element(panel.getByRole('tab', { name: 'Protocols' })).toHaveAttribute('aria-selected', 'true');
  });
});
