import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Permission } from '@cfs/contracts/permissions';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../ui/testing/render.tsx';
import { ActionCatalogScreen } from './action-catalog-screen.tsx';
import { definitionRow, definitionId, historyEntry, sendEmailRow } from './testing/definitions.ts';

const all: readonly Permission[] = [
  'ActionDefinitions:view',
  'ActionDefinitions:create',
  'ActionDefinitions:edit',
  'ActionDefinitions:delete',
  'Tenants:edit',
];

const definitionPath = `/v1/actionDefinitions/${definitionId}`;
const messageId = 'd0000000-0000-4000-8000-000000000001';

const open = async (query = '', options: RenderOptions = {}, routes: Parameters<typeof fakeServer>[0] = {}) => {
  const server = fakeServer({
    ...routes,
    'GET /v1/actionDefinitions': ({ query: asked }) => ({
      value:
        asked.get('$top') === '1'
          ? [asked.get('$filter')?.includes(definitionId) ? definitionRow : sendEmailRow]
          : [definitionRow, sendEmailRow],
    }),
    [`GET /v1/tenants/${testTenantId}/secrets`]: () => [{ id: '1', name: 'pager-key' }],
    'GET /api/generallookup/tenants': () => [{ tenantId: testTenantId, name: 'Own' }],
    [`GET /v1/protocols/GetProtocolsForAction(actionDefinitionId=${definitionId})`]: () => ({
      value: [{ protocolId: '1', name: 'Major incident' }],
    }),
    [`GET /v1/rules/GetRulesForAction(actionDefinitionId=${definitionId})`]: () => ({
      value: [{ ruleId: '2', name: 'Full disk' }],
    }),
  });
  const screen = await render(<ActionCatalogScreen />, {
    permissions: all,
    ...options,
    at: `/${testTenantId}/actioncatalog${query}`,
  });
  return { server, screen };
};

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });

describe('the Action Catalog', () => {
  test('lists actions with their types and tenants', async () => {
    const { server } = await open();
    const grid = page.getByRole('grid', { name: 'Action Catalog' });
    await expect.element(grid.getByText('Protocol or Rule Action')).toBeVisible();
    await expect.element(grid.getByText('Protocol Action (Built-In)')).toBeVisible();
    await expect.element(grid.getByText('All tenants')).toBeVisible();
    const asked = server.requests.find(({ path }) => path === '/v1/actionDefinitions');
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
      $expand: 'tenant',
      $orderby: 'name asc',
      $top: '10',
    });
  });

  test('offers only what the person may do', async () => {
    await open('', { permissions: ['ActionDefinitions:view'] });
    await expect.element(button('View Page somebody')).toBeVisible();
    await expect.element(button('Action History of Page somebody')).toBeVisible();
    for (const name of ['Create', 'Edit Page somebody', 'Test Page somebody', 'Delete Page somebody'])
      expect(button(name).elements()).toEqual([]);
  });

  test('does not offer to edit or delete built-in actions', async () => {
    await open();
    await expect.element(button('Delete Send Email')).toBeDisabled();
    await expect.element(button('Test Send Email')).toBeEnabled();
    await button('View Send Email').click();
    const view = dialog('View Action Definition');
    await expect.element(view.getByText('Built-in actions can be neither edited nor deleted.')).toBeVisible();
    await expect.element(view.getByRole('textbox', { name: 'Name' })).toBeDisabled();
    expect(view.getByRole('textbox', { name: 'Endpoint URL' }).elements()).toEqual([]);
    expect(view.getByRole('button', { name: 'Save' }).elements()).toEqual([]);
  });
});

describe('the form of an action', () => {
  const form = dialog('Create Action Definition');
  const field = (name: string) => form.getByRole('textbox', { name });

  const fill = async () => {
    await field('Name').fill('Call a pager');
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Rule Action', exact: true }).click();
    await field('Input Parameters').fill('Who');
    await field('Endpoint URL').fill('https://pager.example.com/');
  };

  test('requires a name, a type and an endpoint URL', async () => {
    await open('?open=new');
    await field('Description').fill('Half an action');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => form.getByText('This field is required.').elements().length).toBe(3);
  });

  test('lists the placeholders of the type, the parameters and the secrets', async () => {
    await open('?open=new');
    await fill();
    const names = (group: string) =>
      form
        .getByRole('list', { name: group })
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent);
    expect(names('Input parameters')).toEqual(['{{Who}}']);
    expect(names('Rule match')).toContain('{{RuleName}}');
    expect(names('Work unit')).toEqual([]);
    await expect.poll(() => names('Secrets')).toEqual(['{{secret:pager-key}}']);
  });

  test.each(['Endpoint URL', 'Headers', 'Body'])('completes a placeholder while it is typed: %s', async (name) => {
    await open('?open=new');
    await fill();
    await field(name).click();
    await userEvent.keyboard('{End}{{{{sec');
    await expect.element(page.getByRole('option', { name: 'secret:pager-key' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    const before = name === 'Endpoint URL' ? 'https://pager.example.com/' : '';
    await expect.element(field(name)).toHaveValue(`${before}{{secret:pager-key}}`);
  });

  test('does not request secrets without the permission to list them', async () => {
    const { server } = await open('?open=new', { permissions: all.filter((each) => each !== 'Tenants:edit') });
    await fill();
    await expect.element(form.getByRole('list', { name: 'Rule match' })).toBeVisible();
    expect(server.requests.some(({ path }) => path.includes('secrets'))).toBe(false);
  });

  test('shows an unknown placeholder at its field', async () => {
    await open('?open=new');
    await fill();
    await field('Body').fill('{"who":"{{Whom}}"}');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(form.getByText('The placeholder {{Whom}} is not known.')).toBeVisible();
    await expect.element(field('Body')).toHaveFocus();
  });

  test('shows a validation error of the server at its field', async () => {
    const { server } = await open('?open=new');
    server.on('PUT /v1/actionDefinitions', () =>
      problem(400, 'Refused.', { Headers: ['The secret pager-key was not found.'] }),
    );
    await fill();
    await field('Headers').fill('X-Key: {{secret:pager-key}}');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(form.getByText('The secret pager-key was not found.')).toBeVisible();
    await expect.element(page.getByText('A problem occurred saving the action. Please try again.')).toBeVisible();
  });

  test('updates the opened row with its `modified`', async () => {
    const { server } = await open(`?open=${definitionId}`);
    server.on(`POST ${definitionPath}`, ({ body }) => ({ ...definitionRow, ...(body as object) }));
    const editing = dialog('Edit Action Definition');
    await editing.getByRole('textbox', { name: 'Description' }).fill('Calls');
    await editing.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => server.requests.find(({ path }) => path === definitionPath)?.body)
      .toMatchObject({
        description: 'Calls',
        httpMethod: 'PUT',
        modified: definitionRow.modified,
      });
  });
});

describe('the deletion of an action', () => {
  const drawer = dialog('Confirm Action Dependencies Before Delete');
  const question =
    'Are you sure that you would like to delete this action definition and remove any Protocol and/or Rule associations?';

  const confirm = async () => {
    await button('Delete Page somebody').click();
    await expect.element(drawer.getByRole('list', { name: 'Protocols' }).getByText('Major incident')).toBeVisible();
    await expect.element(drawer.getByRole('list', { name: 'Rules' }).getByText('Full disk')).toBeVisible();
    await drawer.getByRole('button', { name: 'Continue' }).click();
    await expect.element(page.getByText(question)).toBeVisible();
  };

  test('lists its dependencies, asks for confirmation, and shows the message of the server', async () => {
    const { server } = await open();
    server.on(`DELETE ${definitionPath}`, () => ({ message: 'It is gone.' }));
    await confirm();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(page.getByText('It is gone.')).toBeVisible();
    await expect.element(drawer).not.toBeInTheDocument();
  });

  test('stays open and shows the reason if the server rejects it', async () => {
    const { server } = await open();
    server.on(`DELETE ${definitionPath}`, () => problem(409, 'The action is in use elsewhere.'));
    await confirm();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(page.getByText('The action is in use elsewhere.')).toBeVisible();
    await expect.element(drawer).toBeVisible();
  });

  test('sends no request when the confirmation is cancelled', async () => {
    const { server } = await open();
    await confirm();
    await page
      .getByRole('dialog', { name: 'Delete Action Definition' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false);
  });
});

describe('a test of an action', () => {
  const drawer = dialog('Test Action Definition: Page somebody');

  test('sends the parameters and up to seven extra values, and polls until the result arrives', async () => {
    const { server } = await open(`?test=${definitionId}`);
    server.on(`POST ${definitionPath}/test`, () => ({ id: messageId }));
    const entries = [historyEntry({ attempt: 0, resultStatusId: 3, responseStatus: null })];
    server.on('GET /v1/actionHistories', () => ({ value: entries }));
    await drawer.getByRole('textbox', { name: 'Who' }).fill('Ann');
    for (let count = 0; count < 7; count += 1) await drawer.getByRole('button', { name: 'Add' }).click();
    expect(drawer.getByRole('button', { name: 'Add' }).elements()).toEqual([]);
    for (let count = 7; count > 1; count -= 1)
      await drawer.getByRole('button', { name: `Remove Extra Values ${count}` }).click();
    await drawer.getByRole('textbox', { name: 'Param' }).fill('Label');
    await drawer.getByRole('textbox', { name: 'Value' }).fill('Boiler');
    await drawer.getByRole('button', { name: 'Test' }).click();
    const table = drawer.getByRole('table', { name: 'Action History' });
    await expect.element(table.getByText('Enqueue success')).toBeVisible();
    expect(server.requests.find(({ path }) => path.endsWith('/test'))?.body).toEqual({ Who: 'Ann', Label: 'Boiler' });
    entries.push(historyEntry({ attempt: 1, resultStatusId: 1, responseStatus: 204 }));
    await expect.element(table.getByText('204')).toBeVisible();
    const asked = server.requests.filter(({ path }) => path === '/v1/actionHistories');
    expect(asked[0]?.query.get('$filter')).toBe(`messageId eq ${messageId}`);
  });

  test('shows that it could not be queued', async () => {
    const { server } = await open(`?test=${definitionId}`);
    server.on(`POST ${definitionPath}/test`, () => problem(409, 'Not now.'));
    await drawer.getByRole('button', { name: 'Test' }).click();
    await expect.element(page.getByText('A problem occurred saving the block. Please try again.')).toBeVisible();
    await expect.element(drawer.getByText('Not now.')).toBeVisible();
  });
});

describe('the Action History', () => {
  const drawer = dialog('Action History: Page somebody');
  const details = dialog('Action History Details: Page somebody');
  const entries = [
    historyEntry({ attempt: 0, resultStatusId: 3, responseStatus: null, request: null }),
    historyEntry({ attempt: 1, resultStatusId: 2, responseStatus: 503, nextAttempt: '2026-03-01T10:00:01.000Z' }),
    historyEntry({ attempt: 2, resultStatusId: 1, responseStatus: 204 }),
  ];

  const openHistory = async (options: RenderOptions = {}) => {
    const { server } = await open(`?history=${definitionId}`, options, {
      'GET /v1/actionHistories': () => ({ value: entries.toReversed() }),
    });
    await expect.element(drawer.getByRole('grid', { name: 'Action History' }).getByText('503')).toBeVisible();
    return server;
  };

  test('lists attempts, newest first, without their requests', async () => {
    const server = await openHistory();
    const query = server.requests.find(({ path }) => path === '/v1/actionHistories')?.query;
    expect(query?.get('$filter')).toBe(`actionDefinitionId eq ${definitionId}`);
    expect(query?.get('$orderby')).toBe('actionProcessed desc');
    expect(query?.get('$expand')).toBe('actionDefinition');
    expect(query?.get('$select')?.split(',')).not.toContain('request');
  });

  test('shows the request, the response and every attempt of an entry', async () => {
    await openHistory();
    await drawer.getByRole('gridcell', { name: 'Page somebody' }).first().getByRole('button').click();
    await expect.element(details.getByText('PUT https://pager.example.com/Ann')).toBeVisible();
    await expect.element(details.getByText('x-why: {{secret:why}}')).toBeVisible();
    await expect.element(details.getByText('{"label":"Boiler"}')).toBeVisible();
    await expect.element(details.getByText('120 ms')).toBeVisible();
    const attempts = details.getByRole('table', { name: 'Attempts' });
    expect(attempts.getByRole('row').elements()).toHaveLength(4);
    await attempts.getByRole('button', { name: 'Details of attempt Queued' }).click();
    expect(details.getByText('PUT https://pager.example.com/Ann').elements()).toEqual([]);
  });

  test.for(['light', 'dark'] as const)('and its details have no accessibility violations, %s', async (theme) => {
    await openHistory({ theme });
    await drawer.getByRole('gridcell', { name: 'Page somebody' }).first().getByRole('button').click();
    await expect.element(details.getByRole('table', { name: 'Attempts' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
