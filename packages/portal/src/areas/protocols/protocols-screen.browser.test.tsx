import { builtInActions } from '@cfs/contracts/action-enumerations';
import { type OfferedAction } from '@cfs/contracts/actions';
import type { MatchedRule } from '@cfs/contracts/protocols';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem, type SeenRequest } from '../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../ui/testing/render.tsx';
import type { ProtocolActionRow } from './actions/protocol-action-row.ts';
import type { ProtocolRow } from './protocol-row.ts';
import { ProtocolsScreen } from './protocols-screen.tsx';

const otherTenantId = '7b1f8a52-1111-4222-8333-0305e82c3302';
const protocol: ProtocolRow = {
  protocolId: '6f1c0000-0000-4000-8000-000000000001',
  name: 'Major incident',
  description: 'Who is told what',
  tenantId: testTenantId,
  timerInverval: '01:00:00',
  manualActions: '[]',
  modified: '2026-03-01T10:00:00.000Z',
  tenant: { name: 'Fjord' },
};
const mail: OfferedAction = {
  actionDefinitionId: builtInActions.sendEmail,
  name: 'Send Email',
  description: 'Sends a mail.',
  actionDefinitionTypeId: 5,
  tenantId: null,
  inputParameters: 'To,Subject,Body,Template',
  requiredParameters: [],
};
const ticket: OfferedAction = {
  actionDefinitionId: '5e4d0000-0000-4000-8000-000000000077',
  name: 'Open a ticket',
  description: null,
  actionDefinitionTypeId: 2,
  tenantId: testTenantId,
  inputParameters: 'Supplier',
  requiredParameters: ['Supplier'],
};
const action = (summary: string, sequence: number, fields: Partial<ProtocolActionRow> = {}): ProtocolActionRow => ({
  protocolActionId: `6f1c0000-0000-4000-8000-00000000010${sequence}`,
  protocolId: protocol.protocolId,
  actionDefinitionId: mail.actionDefinitionId,
  workUnitEventTypeId: 'OnNew',
  parameters: '{"To":"ops@example.com"}',
  sequence,
  summary,
  runAutomatically: false,
  repeatable: false,
  modified: '2026-03-01T10:00:00.000Z',
  actionDefinition: mail,
  ...fields,
});
const rules: readonly MatchedRule[] = [
  { ruleId: '6f1c0000-0000-4000-8000-000000000201', name: 'Too hot', enabled: true, tenantId: otherTenantId },
  { ruleId: '6f1c0000-0000-4000-8000-000000000202', name: 'Too wet', enabled: false, tenantId: null },
];

const everything = [
  'WorkUnits.Protocols:view',
  'WorkUnits.Protocols:create',
  'WorkUnits.Protocols:edit',
  'WorkUnits.Protocols:delete',
  'WorkUnits:view',
  'Rules:view',
] as const;

const show = async (options: RenderOptions = {}) => {
  let actions = [action('Alert', 0), action('Call', 1, { runAutomatically: true }), action('Note', 2)];
  const protocols = [protocol];
  const at = `/${testTenantId}/protocols${options.at ?? ''}`;
  const server = fakeServer({
    'GET /v1/protocols': ({ query }) =>
      query.get('$top') === '0' ? { value: [], '@odata.count': protocols.length } : { value: protocols },
    'PUT /v1/protocols': ({ body }) => {
      const created = { ...protocol, ...(body as object), protocolId: '6f1c0000-0000-4000-8000-000000000002' };
      protocols.push(created);
      return created;
    },
    [`POST /v1/protocols/${protocol.protocolId}`]: ({ body }) => ({ ...protocol, ...(body as object) }),
    [`GET /v1/protocols/GetMatchedRules(id=${protocol.protocolId})`]: () => ({ value: rules }),
    'GET /v1/protocolActions': ({ query }: SeenRequest) => {
      const asked = actions.filter(({ protocolActionId }) => query.get('$filter')?.includes(protocolActionId));
      return { value: query.get('$filter')?.startsWith('protocolActionId') ? asked : actions };
    },
    [`POST /v1/protocols/${protocol.protocolId}/actionOrder`]: ({ body }) => {
      const { protocolActionIds } = body as { protocolActionIds: readonly string[] };
      actions = protocolActionIds.flatMap((id) => actions.filter((each) => each.protocolActionId === id));
      return protocol;
    },
    'GET /v1/workunits': ({ query }) =>
      query.get('$top') === '0'
        ? { value: [], '@odata.count': 12 }
        : { value: [{ workUnitId: 41, publicWorkUnitId: 41, title: 'Disk is full', stateId: 'New' }] },
    [`GET /v1/actionDefinitions/GetActionDefinitionsForProtocols(tenantId=${testTenantId})`]: () => ({
      value: [ticket, mail],
    }),
    'GET /api/generallookup/tenants': () => [
      { tenantId: testTenantId, name: 'Fjord' },
      { tenantId: otherTenantId, name: 'Contoso' },
    ],
    'GET /v1/preferences': () => ({}),
    'GET /v1/savedViews': () => ({ value: [] }),
  });
  const screen = await render(<ProtocolsScreen />, { permissions: everything, ...options, at });
  const sent = (method: string) => server.requests.filter((request) => request.method === method);
  return { screen, server, sent };
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const drawer = (name: string | RegExp) => page.getByRole('dialog', { name });
const inOrder = () =>
  page
    .getByRole('list', { name: 'Actions of OnNew' })
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('.link-cell')?.textContent);

describe('the list of protocols', () => {
  test('is sorted by name, and has the permitted row actions', async () => {
    const { server } = await show();
    await expect.element(button('Edit Protocol Major incident')).toBeVisible();
    await expect.element(button('View Protocol Actions of Major incident')).toBeVisible();
    await expect.element(button('Delete Protocol Major incident')).toBeVisible();
    const asked = server.requests.find(({ path }) => path === '/v1/protocols');
    expect(asked?.query.get('$orderby')).toBe('name asc');
    expect(asked?.query.get('$expand')).toBe('tenant');
    const headers = page.getByRole('columnheader').elements();
    expect(headers.map((header) => header.textContent)).toEqual(['Name', 'ID', 'Description', 'Tenant', 'Actions']);
  });

  test('is read-only for people who may only view', async () => {
    await show({ permissions: ['WorkUnits.Protocols:view'] });
    await expect.element(button('View Protocol Major incident')).toBeVisible();
    expect(page.getByRole('button', { name: /^(Create|Delete)/ }).elements()).toEqual([]);
    await button('View Protocol Actions of Major incident').click();
    const panel = drawer('Protocol Actions: Major incident');
    await expect.element(panel.getByText('Alert')).toBeVisible();
    expect(panel.getByRole('button', { name: /^(Create|Delete|Move)/ }).elements()).toEqual([]);
    await panel.getByRole('button', { name: 'View Alert' }).click();
    await expect.element(drawer('View Protocol Action: Alert').getByLabelText('Summary')).toBeDisabled();
  });
});

describe('a protocol', () => {
  test('is created with a default timer interval of ten minutes, and opened', async () => {
    const { sent, screen } = await show({ at: '?open=new' });
    const panel = drawer('Create Protocol');
    const timer = panel.getByLabelText('Timer Interval');
    await expect.element(timer).toHaveValue('00:10:00');
    await panel.getByLabelText('Name').fill('Flooding');
    await timer.fill('');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(panel.getByText('Timer Interval is required')).toBeVisible();
    await timer.fill('0:9:59');
    await panel.getByLabelText('Name').click();
    await expect.element(timer).toHaveValue('00:09:59');
    await expect.element(panel.getByText('Timer Interval must be at least 10 minutes, as HH:mm:ss.')).toBeVisible();
    await timer.fill('00:30:00');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => sent('PUT').map(({ body }) => body))
      .toMatchObject([{ name: 'Flooding', timerInverval: '00:30:00', tenantId: testTenantId }]);
    await expect.poll(screen.address).toContain('open=6f1c0000-0000-4000-8000-000000000002');
  });

  test('that cannot be saved shows an error and keeps the values', async () => {
    const { server } = await show({ at: `?open=${protocol.protocolId}` });
    server.on(`POST /v1/protocols/${protocol.protocolId}`, () => problem(500, 'Something broke.'));
    const panel = drawer('Edit Protocol: Major incident');
    await panel.getByLabelText('Name').fill('Minor incident');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(page.getByText('A problem occured saving the protocol. Please try again.')).toBeVisible();
    await expect.element(panel.getByLabelText('Name')).toHaveValue('Minor incident');
  });

  test('lists its rules as links to the rules in their tenants, and keeps the tab in the URL', async () => {
    const { screen } = await show({ at: `?open=${protocol.protocolId}` });
    const panel = drawer('Edit Protocol: Major incident');
    await panel.getByRole('tab', { name: /Assigned Rules/ }).click();
    await expect.element(panel.getByRole('tab', { name: /Assigned Rules/ })).toHaveTextContent('2');
    await expect
      .element(panel.getByRole('link', { name: 'Too hot' }))
      .toHaveAttribute('href', `/${otherTenantId}/rules?open=${rules[0]?.ruleId ?? ''}`);
    await expect
      .element(panel.getByRole('link', { name: 'Too wet' }))
      .toHaveAttribute('href', `/${testTenantId}/rules?open=${rules[1]?.ruleId ?? ''}`);
    expect(screen.address()).toContain('tab=rules');
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(screen.address).toBe(`/${testTenantId}/protocols`);
  });

  test('shows its rules as text to people who may not see rules', async () => {
    await show({ at: `?open=${protocol.protocolId}&tab=rules`, permissions: ['WorkUnits.Protocols:view'] });
    await expect.element(page.getByText('Too hot')).toBeVisible();
    expect(page.getByRole('link', { name: 'Too hot' }).elements()).toEqual([]);
  });

  test('is deleted after a confirmation', async () => {
    const { server, sent } = await show();
    server.on(`DELETE /v1/protocols/${protocol.protocolId}`, () => new Response(null, { status: 204 }));
    await button('Delete Protocol Major incident').click();
    await drawer('Delete Protocol').getByRole('button', { name: 'Cancel' }).click();
    expect(sent('DELETE')).toEqual([]);
    await button('Delete Protocol Major incident').click();
    await drawer('Delete Protocol').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Protocol deleted successfully.')).toBeVisible();
  });

  test('that is in use is not deleted, and its rules and work units are listed with links', async () => {
    const { server } = await show();
    const detail = 'The protocol is in use by 12 work units and 2 rules (Too hot, Too wet).';
    server.on(`DELETE /v1/protocols/${protocol.protocolId}`, () => problem(409, detail));
    await button('Delete Protocol Major incident').click();
    await drawer('Delete Protocol').getByRole('button', { name: 'Delete' }).click();
    const refusal = drawer('Could not delete Major incident');
    await expect.element(refusal.getByText(detail)).toBeVisible();
    await expect
      .element(refusal.getByRole('link', { name: 'Disk is full' }))
      .toHaveAttribute('href', `/${testTenantId}/workunitsv2?workUnitId=41`);
    await expect.element(refusal.getByText('and 11 more')).toBeVisible();
    await expect.element(refusal.getByRole('link', { name: 'Too hot' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    await refusal.getByRole('button', { name: 'Close' }).click();
    await expect.element(refusal).not.toBeInTheDocument();
  });
});

describe('the actions of a protocol', () => {
  const at = `?actions=${protocol.protocolId}`;

  test('are reordered by keyboard in one call that contains the previous order', async () => {
    const { sent } = await show({ at });
    await expect.poll(inOrder).toEqual(['Alert', 'Call', 'Note']);
    (button('Move Note').element() as HTMLElement).focus();
    await userEvent.keyboard(' {ArrowUp}{ArrowUp} ');
    await expect.poll(inOrder).toEqual(['Note', 'Alert', 'Call']);
    const [alert, call, note] = [0, 1, 2].map((sequence) => action('', sequence).protocolActionId);
    expect(sent('POST').map(({ body }) => body)).toEqual([
      { workUnitEventTypeId: 'OnNew', expected: [alert, call, note], protocolActionIds: [note, alert, call] },
    ]);
    await expect.element(button('Move Note')).toHaveFocus();
  });

  test('show the stored order after a conflict with a concurrent move', async () => {
    const { server } = await show({ at });
    await expect.poll(inOrder).toEqual(['Alert', 'Call', 'Note']);
    server.on(`POST /v1/protocols/${protocol.protocolId}/actionOrder`, () => problem(409, 'Somebody has moved them.'));
    server.on('GET /v1/protocolActions', () => ({ value: [action('Note', 2), action('Alert', 0), action('Call', 1)] }));
    (button('Move Alert').element() as HTMLElement).focus();
    await userEvent.keyboard(' {ArrowDown} ');
    await expect.element(page.getByText('Somebody has moved them.')).toBeVisible();
    await expect.poll(inOrder).toEqual(['Note', 'Alert', 'Call']);
  });

  test('are created with the parameters of the chosen action', async () => {
    const { screen, server, sent } = await show({ at });
    const created = action('Open it', 3, { actionDefinitionId: ticket.actionDefinitionId, actionDefinition: ticket });
    server.on('PUT /v1/protocolActions', () => created);
    await drawer(/^Protocol Actions/)
      .getByRole('button', { name: 'Create' })
      .click();
    const panel = drawer('Create Protocol Action');
    await panel.getByLabelText('Summary').fill('Open it');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(panel.getByText('Please choose an event.')).toBeVisible();
    await expect.element(panel.getByText('Please choose an action.')).toBeVisible();
    await panel.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'OnAcknowledged' }).click();
    await panel.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Open a ticket' }).click();
    await panel.getByRole('switch', { name: 'Run automatically' }).click();
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(panel.getByText(/^Supplier needs a value/)).toBeVisible();
    await panel.getByLabelText('Supplier').fill('{{Nobody}}');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(panel.getByText('The placeholder {{Nobody}} is not known.')).toBeVisible();
    await panel.getByLabelText('Supplier').clear();
    await panel.getByLabelText('Supplier').click();
    await userEvent.keyboard('{{{{Tenant');
    await page.getByRole('option', { name: 'TenantName' }).click();
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => sent('PUT').map(({ body }) => body))
      .toEqual([
        {
          protocolId: protocol.protocolId,
          workUnitEventTypeId: 'OnAcknowledged',
          actionDefinitionId: ticket.actionDefinitionId,
          summary: 'Open it',
          runAutomatically: true,
          repeatable: false,
          parameters: { Supplier: '{{TenantName}}' },
        },
      ]);
    await expect.poll(screen.address).toContain(`action=${created.protocolActionId}`);
  });

  test('drop the parameters of the previous action when another one is chosen', async () => {
    const { sent, server } = await show({ at: `${at}&action=${action('', 0).protocolActionId}` });
    server.on(`POST /v1/protocolActions/${action('', 0).protocolActionId}`, () => action('Alert', 0));
    const panel = drawer('Edit Protocol Action: Alert');
    await expect.element(panel.getByLabelText('To', { exact: true })).toHaveValue('ops@example.com');
    await panel.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Open a ticket' }).click();
    await panel.getByLabelText('Supplier').fill('Northwind');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => sent('POST').map(({ body }) => body))
      .toMatchObject([
        {
          actionDefinitionId: ticket.actionDefinitionId,
          parameters: { Supplier: 'Northwind' },
          modified: protocol.modified,
        },
      ]);
  });

  test('show an error in their parameters that only the server detects', async () => {
    const { server } = await show({ at: `${at}&action=${action('', 0).protocolActionId}` });
    server.on(`POST /v1/protocolActions/${action('', 0).protocolActionId}`, () =>
      problem(400, 'There is no secret.', { Parameters: ['There is no secret api-key.'] }),
    );
    const panel = drawer('Edit Protocol Action: Alert');
    await panel.getByLabelText('Subject').fill('{{secret:api-key}}');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(panel.getByText('There is no secret api-key.')).toBeVisible();
  });

  test('show an error when they cannot be saved', async () => {
    const { server } = await show({ at: `${at}&action=${action('', 0).protocolActionId}` });
    server.on(`POST /v1/protocolActions/${action('', 0).protocolActionId}`, () => problem(500, 'Something broke.'));
    const panel = drawer('Edit Protocol Action: Alert');
    await panel.getByLabelText('Summary').fill('Alert all');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(page.getByText('A problem occurred saving the action. Please try again.')).toBeVisible();
  });

  test('are deleted after a confirmation', async () => {
    const { sent } = await show({ at });
    await button('Delete Call').click();
    await drawer('Delete Protocol Action').getByRole('button', { name: 'Delete' }).click();
    await expect
      .poll(() => sent('DELETE').map(({ path }) => path))
      .toEqual([`/v1/protocolActions/${action('', 1).protocolActionId}`]);
  });

  test('close on Back while their list stays open', async () => {
    const { screen } = await show();
    await button('View Protocol Actions of Major incident').click();
    await button('Edit Alert').click();
    await expect.element(drawer('Edit Protocol Action: Alert')).toBeVisible();
    screen.goBack();
    await expect.element(drawer('Edit Protocol Action: Alert')).not.toBeInTheDocument();
    await expect.poll(inOrder).toEqual(['Alert', 'Call', 'Note']);
    expect(screen.address()).toBe(`/${testTenantId}/protocols?actions=${protocol.protocolId}`);
  });

  test.each(['light', 'dark'] as const)('have no accessibility violations, %s', async (theme) => {
    await show({ at: `${at}&action=${action('', 0).protocolActionId}`, theme });
    await expect.element(drawer('Edit Protocol Action: Alert').getByLabelText('Subject')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
