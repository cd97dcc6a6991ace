import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { tenantsArea } from '../tenants/tenants-area.ts';
import { complianceArea } from './compliance-area.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ areas: [complianceArea, tenantsArea] });
});
afterAll(() => server.close());

const week = '2026-11-22T00:00:00.000Z';
const file = { name: 'Short-lived', controls: [{ name: 'S-1', title: 'One' }] };

interface Listed {
  readonly value: readonly {
    readonly id: string;
    readonly modified: string;
    readonly controls: readonly {
      readonly id: string;
      readonly controlStatuses: readonly { readonly notes: string }[];
    }[];
  }[];
}

const findSet = async () => {
  const { body } = await server
    .as('Viewer')
    .get(
      `/v1/controlsets?$filter=name eq 'Short-lived'&$expand=controls($expand=controlStatuses($filter=checkDate eq ${week}))`,
    );
  return (body as Listed).value[0];
};

describe('DELETE /v1/controlsets/{id}', () => {
  it('hides the set, keeps its statuses, and an import restores both', async () => {
    const administrator = server.as('Administrator');
    await administrator.put('/v1/controlsets/import', file);
    const set = await findSet();
    const controlId = set?.controls[0]?.id;
    const status = { checkDate: week, status: 'Compliant', notes: 'seen', controlId };
    expect((await administrator.post('/v1/controlstatuses', status)).status).toBe(200);

    expect((await administrator.delete(`/v1/controlsets/${set?.id}`)).status).toBe(204);
    expect(await findSet()).toBeUndefined();
    const later = { ...status, checkDate: '2026-11-29T00:00:00.000Z' };
    expect((await administrator.post('/v1/controlstatuses', later)).status).toBe(404);
    expect((await administrator.delete(`/v1/controlsets/${set?.id}`)).status).toBe(404);
    const exported = await administrator.post('/v1/controlsets/Export()', { startDate: week });
    expect(exported.text).not.toContain('Short-lived');

    server.clock.advance(1);
    expect((await administrator.put('/v1/controlsets/import', file)).body).toMatchObject({ id: set?.id, unchanged: 1 });
    expect((await findSet())?.controls[0]?.controlStatuses).toMatchObject([{ notes: 'seen' }]);
  });

  it('returns 409 for a stale modified, 403 without the permission and for a shared set', async () => {
    const set = await findSet();
    const address = `/v1/controlsets/${set?.id}`;
    const stale = await server.as('Administrator').delete(`${address}?modified=2026-01-01T00:00:00.000Z`);
    expect(stale.status).toBe(409);
    expect((await server.as('Operator').delete(address)).status).toBe(403);
    const shared = await server
      .as('Administrator', 'all')
      .put('/v1/controlsets/import?tenantId=null', { ...file, name: 'Shared' });
    const { id } = shared.body as { id: string };
    expect((await server.as('Administrator').delete(`/v1/controlsets/${id}`)).status).toBe(403);
    expect((await server.as('Administrator', 'all').delete(`/v1/controlsets/${id}`)).status).toBe(204);
  });
});
