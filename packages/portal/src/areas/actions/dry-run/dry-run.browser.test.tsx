import type { DryRunAction, DryRunEffect } from '@cfs/contracts/dry-run';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../../ui/testing/fake-server.ts';
import { render } from '../../../ui/testing/render.tsx';
import { DryRunDialog } from './dry-run-dialog.tsx';
import { dryRunText } from './dry-run-words.ts';

const action = (name: string, changes: Partial<DryRunAction>): DryRunAction => ({
  actionDefinitionId: '5e4d0000-0000-4000-8000-000000000001',
  protocolActionId: null,
  name,
  outcome: 'runs',
  reason: null,
  effect: null,
  ...changes,
});

const mail: Extract<DryRunEffect, { kind: 'mail' }> = {
  kind: 'mail',
  to: ['ops@example.com'],
  cc: [],
  bcc: ['audit@example.com'],
  subject: 'Disk is full',
  text: 'Look at it.',
  template: 'None',
  isImportant: true,
  staysInOutbox: true,
};

const actions: readonly DryRunAction[] = [
  action('Page the team', {
    effect: {
      kind: 'http',
      method: 'POST',
      url: 'https://example.com/page?unit=7',
      headers: { 'x-key': '{{secret:pager}}' },
      body: '{"title":"<b>Disk</b>"}',
    },
  }),
  action('Tell operations', { effect: mail }),
  action('Colour', { effect: { kind: 'color', entityId: 'e', color: 'FF3333' } }),
  action('Report', {
    effect: {
      kind: 'workUnit',
      notedIn: 12,
      title: 'Hot',
      description: 'It is hot.',
      severityId: 'Sev3',
      protocolId: null,
    },
  }),
  action('Restart', { outcome: 'waits', effect: { ...mail, to: [] } }),
  action('Old one', { outcome: 'suppressed', reason: 'The action is no longer defined.' }),
];

const show = async (theme: 'light' | 'dark' = 'light', value: readonly DryRunAction[] = actions) => {
  const server = fakeServer({ 'POST /v1/x/dryrun': () => ({ value }) });
  await render(
    <DryRunDialog
      of={{
        subject: '#7',
        url: '/v1/x/dryrun',
        field: 'event',
        label: 'Event',
        occasions: [
          ['OnNew', 'Becomes New'],
          ['OnHold', 'Becomes On hold'],
        ],
        emptyTitle: 'Nothing happens.',
      }}
      onClose={() => undefined}
    />,
    { theme },
  );
  return server;
};

const bodies = ({ requests }: Awaited<ReturnType<typeof show>>) => requests.map(({ body }) => body);

test('a dry run lists the actions in order, each with its effect and outcome', async () => {
  await show();
  const items = page.getByRole('list', { name: 'Actions in their order' }).getByRole('listitem');
  await expect.element(items.first()).toBeVisible();
  const texts = items.elements().map((item) => item.textContent);
  for (const [index, part] of [
    ['1. Page the team', 'Calls POST https://example.com/page?unit=7', 'Runs'],
    ['2. Tell operations', 'Mails ops@example.com: Disk is full', 'Runs'],
    ['3. Colour', 'Colours the block #FF3333', 'Runs'],
    ['4. Report', 'Adds a note to work unit 12, which is still open', 'Runs'],
    ['5. Restart', 'Mail without recipients: Disk is full', 'Waits for a person'],
    ['6. Old one', 'Suppressed', 'The action is no longer defined.'],
  ].entries())
    for (const text of part) expect(texts[index]).toContain(text);
});

test('details show everything that would be sent, without changes', async () => {
  await show();
  await page.getByRole('button', { name: 'Details of 1. Page the team' }).click();
  await expect.element(page.getByRole('group', { name: 'Headers' })).toHaveTextContent('x-key: {{secret:pager}}');
  await expect.element(page.getByRole('group', { name: 'Body' })).toHaveTextContent('{"title":"<b>Disk</b>"}');
  await page.getByRole('button', { name: 'Details of 2. Tell operations' }).click();
  await expect.element(page.getByRole('group', { name: 'Text' })).toHaveTextContent('Look at it.');
  await expect.element(page.getByRole('group', { name: 'Mail' })).toHaveTextContent('Bcc: audit@example.com');
  await expect.element(page.getByText('The mail stays in the outbox: no mail server is configured.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Details of 6. Old one' }).elements()).toEqual([]);
});

test('requests a dry run of another occasion when it is chosen', async () => {
  const server = await show('light', []);
  await expect.element(page.getByText('Nothing happens.')).toBeVisible();
  expect(bodies(server)).toEqual([{ event: 'OnNew' }]);
  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: 'Becomes On hold' }).click();
  await expect.poll(() => bodies(server)).toEqual([{ event: 'OnNew' }, { event: 'OnHold' }]);
});

test('the copied text contains every action with its effect', () => {
  const text = dryRunText(actions);
  for (const part of [
    '1. Page the team: Runs\nPOST https://example.com/page?unit=7\nx-key: {{secret:pager}}\n\n{"title":"<b>Disk</b>"}',
    'Bcc: audit@example.com\nSubject: Disk is full\nTemplate: None\nImportance: high\n\nLook at it.',
    '6. Old one: Suppressed. The action is no longer defined.',
  ])
    expect(text).toContain(part);
});

test.for(['light', 'dark'] as const)('a dry run has no accessibility violations, %s', async (theme) => {
  await show(theme);
  await page.getByRole('button', { name: 'Details of 2. Tell operations' }).click();
  await expect.element(page.getByRole('group', { name: 'Text' })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});
