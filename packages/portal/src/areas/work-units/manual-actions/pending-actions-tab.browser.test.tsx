import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { ManualAction, ManualActions } from '@cfs/contracts/manual-actions';
import { postActionRefreshDelay } from '@cfs/contracts/sizes';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../../ui/testing/fake-server.ts';
import { render } from '../../../ui/testing/render.tsx';
import { PendingActionsTab } from './pending-actions-tab.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';

const workUnit = { workUnitId: 7, stateId: 'New', protocolId: 'b5d4f5d0-0000-4000-8000-000000000001' } as WorkUnitRow;
const set = 'GET /v1/workunits/7/manualActions';

const action = (number: number, changes: Partial<ManualAction> = {}): ManualAction => ({
  protocolActionId: `a0000000-0000-4000-8000-00000000000${number}`,
  protocolId: 'b5d4f5d0-0000-4000-8000-000000000001',
  workUnitEventTypeId: 'OnNew',
  sequence: number,
  summary: `Action ${number}`,
  repeatable: false,
  parameters: '{}',
  actionDefinition: {
    actionDefinitionId: `d0000000-0000-4000-8000-00000000000${number}`,
    name: 'Restart Service',
    description: 'Restarts it.',
    inputParameters: '',
  },
  status: 'waiting',
  canRun: true,
  canReject: true,
  runs: [],
  ...changes,
});

const run = { messageId: null, created: '2026-05-01T10:30:00.000Z', createdBy: 'anna@contoso.example' } as const;
const rejected = action(2, {
  status: 'rejected',
  canRun: false,
  canReject: false,
  runs: [{ ...run, status: 'rejected', resultDetail: '<b>No</b> need' }],
});

const answer = (...value: ManualAction[]): ManualActions => ({ workUnitEventType: 'OnNew', waiting: 1, value });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const open = (theme: 'light' | 'dark' = 'light') =>
  render(<PendingActionsTab workUnit={workUnit} />, { permissions: ['WorkUnits:edit'], theme });
const triggerOf = ({ protocolActionId }: ManualAction) => `/v1/workunits/7/protocolActions/${protocolActionId}/trigger`;

afterEach(() => {
  vi.useRealTimers();
});

describe('pending actions', () => {
  test('show an empty state if there are none', async () => {
    fakeServer({ [set]: () => answer() });
    await open();
    await expect.element(page.getByText('No pending actions for the current state.')).toBeVisible();
  });

  test('run after a confirmation, and the list is refreshed 5 s later', async () => {
    const waiting = action(1);
    const other = action(2);
    const server = fakeServer({ [set]: () => answer(waiting, other), [`POST ${triggerOf(waiting)}`]: () => ({}) });
    await open();
    await button('Run Action 1').click();
    await expect.element(page.getByText('Are you sure you want to trigger "Action 1" action?')).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await button('Yes').click();
    await expect.element(button('Run Action 2')).toBeDisabled();
    await expect.element(button('Reject Action 2')).toBeDisabled();
    expect(server.requests.at(-1)).toMatchObject({
      path: triggerOf(waiting),
      body: { workUnitEventType: 'OnNew', userDefinedParams: {}, reject: false },
    });
    const done = { ...run, messageId: waiting.protocolId, status: 'succeeded', resultDetail: null } as const;
    server.on(set, () =>
      answer(action(1, { status: 'succeeded', canRun: false, canReject: false, runs: [done] }), other),
    );
    await vi.advanceTimersByTimeAsync(postActionRefreshDelay);
    const history = page.getByRole('list', { name: 'History of Action 1' });
    await expect.element(history.getByText('Succeeded')).toBeVisible();
    await expect.element(history.getByText('12:30pm, Fri, 5/1/2026')).toBeVisible();
    await expect.element(button('Run Action 2')).toBeEnabled();
    await expect.element(button('Run Action 1')).toBeDisabled();
  });

  test('are rejected only after a confirmation', async () => {
    const waiting = action(1);
    const server = fakeServer({ [set]: () => answer(waiting), [`POST ${triggerOf(waiting)}`]: () => ({}) });
    await open();
    await button('Reject Action 1').click();
    await expect.element(page.getByText('Are you sure you want to reject "Action 1" action?')).toBeVisible();
    await button('No').click();
    await button('Reject Action 1').click();
    await button('Yes').click();
    await expect.element(button('Reject Action 1')).toBeDisabled();
    const triggers = server.requests.filter(({ method }) => method === 'POST');
    expect(triggers.map(({ body }) => body)).toEqual([expect.objectContaining({ reject: true })]);
  });

  test('that have been decided cannot be decided again unless they are repeatable', async () => {
    const repeatable = action(3, {
      repeatable: true,
      status: 'failed',
      canReject: false,
      runs: [{ ...run, status: 'failed', resultDetail: 'The service did not answer.' }],
    });
    fakeServer({ [set]: () => answer(rejected, repeatable) });
    await open();
    await expect.element(button('Run Action 2')).toBeDisabled();
    await expect.element(button('Reject Action 2')).toBeDisabled();
    await expect.element(button('Repeat Action 3')).toBeEnabled();
    await expect.element(page.getByText('The service did not answer.')).toBeVisible();
    await expect.element(page.getByText('<b>No</b> need')).toBeVisible();
  });

  test('are all disabled while one of them runs', async () => {
    const running = action(2, { status: 'running', canRun: false, canReject: false });
    fakeServer({ [set]: () => answer(action(1), running) });
    await open();
    await expect.element(page.getByText('Running')).toBeVisible();
    await expect.element(button('Run Action 1')).toBeDisabled();
  });

  test('show an error if they cannot be triggered', async () => {
    const waiting = action(1);
    fakeServer({
      [set]: () => answer(waiting),
      [`POST ${triggerOf(waiting)}`]: () => problem(409, 'The action is still running.'),
    });
    await open();
    await button('Run Action 1').click();
    await button('Yes').click();
    await expect.element(page.getByText('Unable to trigger manual action Action 1 please try again.')).toBeVisible();
    await expect.element(button('Run Action 1')).toBeEnabled();
  });

  test('are removed from the cache when no component shows them', async () => {
    const server = fakeServer({ [set]: () => answer(action(1)) });
    const screen = await open();
    await expect.element(button('Run Action 1')).toBeVisible();
    await screen.unmount();
    server.on(set, () => answer());
    await open();
    await expect.element(page.getByText('No pending actions for the current state.')).toBeVisible();
  });

  test.for(['light', 'dark'] as const)('have no accessibility violations, %s', async (theme) => {
    fakeServer({ [set]: () => answer(action(1), rejected) });
    await open(theme);
    await expect.element(button('Run Action 1')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});

describe('an action with parameters', () => {
  const mail = action(1, {
    summary: 'Tell the team',
    parameters: JSON.stringify({ Subject: 'Disk is full' }),
    actionDefinition: {
      actionDefinitionId: builtInActions.sendEmail,
      name: 'Send Email',
      description: 'Sends a mail made from a template.',
      inputParameters: 'To,Subject,Body,Template',
    },
  });
  const dialog = () => page.getByRole('dialog', { name: 'Run Action: Tell the team' });
  const preview = {
    to: 'team@contoso.example',
    cc: '',
    bcc: '',
    subject: '<i>Disk</i> is full',
    body: '<p>Please look</p>',
    text: '<script>alert(1)</script> Please look',
    previewUrl: 'about:blank',
  };

  test('asks for them, with the values of the protocol as defaults', async () => {
    const server = fakeServer({ [set]: () => answer(mail), [`POST ${triggerOf(mail)}`]: () => ({}) });
    await open();
    await button('Run Tell the team').click();
    await expect.element(dialog().getByLabelText('Subject')).toHaveValue('Disk is full');
    await dialog().getByLabelText('To').fill('team@contoso.example');
    await dialog().getByLabelText('Body').fill('Please look');
    await dialog().getByRole('button', { name: 'Run' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(server.requests.at(-1)?.body).toMatchObject({
      userDefinedParams: { To: 'team@contoso.example', Subject: 'Disk is full', Body: 'Please look', Template: '' },
      reject: false,
    });
  });

  test('previews the mail in a sandboxed frame, and as text', async () => {
    const server = fakeServer({ [set]: () => answer(mail), 'POST /v1/emailtemplates/render': () => preview });
    await open();
    await button('Run Tell the team').click();
    await dialog().getByLabelText('Body').fill('Please look');
    await dialog().getByRole('button', { name: 'Preview' }).click();
    const frame = dialog().getByTitle('Mail as HTML');
    await expect.element(frame).toHaveAttribute('sandbox', '');
    await expect.element(dialog().getByText('<i>Disk</i> is full')).toBeVisible();
    expect(server.requests.at(-1)?.body).toMatchObject({
      workUnitId: 7,
      protocolActionId: mail.protocolActionId,
      userDefinedParams: { Subject: 'Disk is full', Body: 'Please look' },
    });
    expect(await accessibilityViolations()).toEqual([]);
    await dialog().getByRole('button', { name: 'Plain text' }).click();
    await expect.element(dialog().getByText(preview.text)).toBeVisible();
  });

  test('shows why a mail cannot be previewed, and can be cancelled without running the action', async () => {
    const server = fakeServer({
      [set]: () => answer(mail),
      'POST /v1/emailtemplates/render': () => problem(400, 'The template is not known.'),
    });
    await open();
    await button('Run Tell the team').click();
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await expect.element(dialog().getByText('The template is not known.')).toBeVisible();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(server.requests.some(({ path }) => path.endsWith('/trigger'))).toBe(false);
  });
});
