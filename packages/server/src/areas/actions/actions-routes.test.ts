import { builtInActions } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const definition = {
  name: 'Page somebody',
  actionDefinitionTypeId: 4,
  inputParameters: 'Who, Why',
  endpointUrl: 'https://pager.example.com/{{Who}}',
  headers: 'X-Why: {{Why}}',
  body: '{"label":"{{Label}}"}',
};

const put = async (body: object, as = server.as('Administrator')) => {
  const answer = await as.put('/v1/actionDefinitions', body);
  return { ...answer, body: answer.body as Record<string, unknown> };
};

describe('an action definition', () => {
  it('is created, edited and deleted with all references to it', async () => {
    const administrator = server.as('Administrator');
    const created = await put(definition);
    expect(created).toMatchObject({ status: 201, body: { inputParameters: 'Who,Why', httpMethod: 'POST' } });
    const id = String(created.body['actionDefinitionId']);
    const edited = await administrator.post(`/v1/actionDefinitions/${id}`, { ...definition, httpMethod: 'put' });
    expect(edited).toMatchObject({ status: 200, body: { httpMethod: 'PUT' } });
    const rule = await administrator.put('/v1/rules', {
      name: 'Pages',
      ruleTypeId: 1,
      matchLifetime: '00:05:00',
      conditions: [{ Type: 0, LeftOperand: 1, Operator: 14 }],
      matchActions: [{ ActionDefinitionId: id, Parameters: { Who: 'me' } }],
    });
    expect(rule.status).toBe(201);
    const deleted = await administrator.delete(`/v1/actionDefinitions/${id}`);
    expect(deleted).toMatchObject({ status: 200, body: { message: 'Action Definition deleted successfully.' } });
    const rules = await administrator.get(`/v1/rules?$filter=name eq 'Pages'`);
    expect(rules.body).toMatchObject({ value: [{ matchActions: '[]' }] });
  });

  it.each<[object, string]>([
    [{ name: '' }, 'This field is required.'],
    [{ actionDefinitionTypeId: null }, 'This field is required.'],
    [{ actionDefinitionTypeId: 6 }, 'Built-in types cannot be created or edited.'],
    [{ body: '{{who}}' }, 'The placeholder {{who}} is not known.'],
    [{ actionDefinitionTypeId: 3, body: '{{Title}}' }, 'The placeholder {{Title}} is not known.'],
    [{ actionDefinitionTypeId: 2, body: null, headers: 'X-A: {{Value}}' }, 'The placeholder {{Value}} is not known.'],
    [{ body: '{{Who{{Why}}}}' }, 'A placeholder is not closed or contains another one: write {{Name}}.'],
    [{ headers: 'X-Why: {{Why' }, 'A placeholder is not closed or contains another one: write {{Name}}.'],
    [{ inputParameters: 'Who,Why,Who' }, 'Who occurs twice.'],
    [{ inputParameters: 'Who,Why,secret:key' }, 'secret:key is not a valid name of a parameter.'],
    [{ inputParameters: Array.from({ length: 51 }, (_, n) => `P${n}`).join() }, 'Must be at most 50 parameters.'],
    [
      { endpointUrl: 'https://me:{{secret:key}}@example.com/' },
      'Credentials do not belong in the address: send them in a header.',
    ],
    [{ headers: 'Host: example.com' }, 'The header host is set automatically.'],
    [{ headers: 'Transfer-Encoding: chunked' }, 'The header transfer-encoding is set automatically.'],
    [{ headers: 'X-A: 1\nx-a: 2' }, 'The header x-a occurs twice.'],
    [{ headers: 'X-{{Why}}: 1' }, 'Please enter one header per line as Name:Value.'],
    [{ endpointUrl: 'file:///etc/passwd' }, 'Please enter an http or https address.'],
    [{ headers: 'no colon' }, 'Please enter one header per line as Name:Value.'],
  ])('is refused with a message for the field: %j', async (changes, message) => {
    const { status, body } = await put({ ...definition, ...changes });
    expect(status).toBe(400);
    const [field = ''] = Object.keys(changes).slice(-1);
    expect(body['errors']).toEqual({ [`${field[0]?.toUpperCase()}${field.slice(1)}`]: [message] });
  });

  it('that is built in can be neither edited nor deleted', async () => {
    const administrator = server.as('Administrator', 'all');
    const address = `/v1/actionDefinitions/${builtInActions.sendEmail}`;
    expect((await administrator.post(address, definition)).status).toBe(409);
    const message = 'Built-in actions can be neither edited nor deleted.';
    expect(await administrator.delete(address)).toMatchObject({ status: 409, body: { detail: message, message } });
  });

  it('of another tenant is not found', async () => {
    const id = String((await put(definition)).body['actionDefinitionId']);
    const stranger = server.as('Administrator', server.tenants.foreign);
    const address = `/v1/actionDefinitions/${id}`;
    expect((await stranger.post(address, definition)).status).toBe(404);
    expect((await stranger.delete(address)).status).toBe(404);
    expect((await stranger.post(`${address}/test`, {})).status).toBe(404);
    const offered = await stranger.get(
      `/v1/actionDefinitions/GetActionDefinitionsForRules(tenantId=${server.tenants.own})`,
    );
    expect(offered.text).not.toContain(id);
  });

  it('is offered to protocols by its type', async () => {
    const { body } = await server
      .as('Viewer')
      .get(`/v1/actionDefinitions/GetActionDefinitionsForProtocols(tenantId=${server.tenants.own})`);
    const ids = (body as { value: { actionDefinitionId: string }[] }).value.map((each) => each.actionDefinitionId);
    expect(ids).toContain(builtInActions.sendEmail);
    expect(ids).not.toContain(builtInActions.setColor);
  });

  it('can be tested, and the history shows the result', async () => {
    const administrator = server.as('Administrator');
    const tried = await administrator.post(`/v1/actionDefinitions/${builtInActions.sendEmail}/test`, {
      To: 'ops@example.com',
    });
    expect(tried.status).toBe(200);
    const { id } = tried.body as { id: string };
    const worker = createTestWorker(server.services, 'actions');
    await worker.runDue();
    const history = await administrator.get(
      `/v1/actionHistories?$filter=messageId eq ${id}&$expand=actionDefinition&$orderby=actionProcessed,resultStatusId`,
    );
    expect(history.body).toMatchObject({
      value: [
        { resultStatusId: 1, actionDefinition: { name: 'Send Email' } },
        { resultStatusId: 3, actionDefinition: { name: 'Send Email' } },
      ],
    });
  });
});
