import type { Present } from '@cfs/contracts/work-unit-presence';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { PatchOperation } from '../../../lib/forms/patch.ts';
import { fakeServer, problem, type FakeServer } from '../../../ui/testing/fake-server.ts';
import { testTenantId } from '../../../ui/testing/render.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { servePanel } from './serve-panel.ts';

/** The signed-in user. */
export const me = 'ann@example.org';
/** Another user who works on units. */
export const ben = { displayName: 'Ben Lie', mail: 'ben@example.org' };

/** A unit for the fake server. */
export const incident = {
  workUnitId: 7,
  internalWorkUnitId: 'b5d4f5d0-0000-4000-8000-000000000007',
  publicWorkUnitId: 7,
  tenantId: testTenantId,
  title: 'Disk full',
  severityId: 'Sev2',
  stateId: 'Acknowledged',
  workUnitTypeId: 1,
  modified: '2026-05-01T10:00:00.000Z',
  properties: null,
  customValue1: 'Rack 4',
  customValue2: 'Oslo',
  tenant: { name: 'Contoso' },
} as Partial<WorkUnitRow> as WorkUnitRow;

const notEqual = 'The value at /title is not equal to the test value.';

const field = (name: string, definition: object) => ({ [name]: JSON.stringify(definition) });

/** A fake server with a unit that can be changed. */
export interface UnitServer extends FakeServer {
  /** Changes the unit as Ben would. */
  readonly change: (fields: Partial<WorkUnit>) => void;
  /** Changes the presence response from now on. */
  readonly present: (changes: Partial<Present>) => void;
}

/** A server with one unit that accepts patches as the real one does. */
export const serveUnit = (unit: WorkUnitRow): UnitServer => {
  let current = unit;
  let present: Partial<Present> = {};
  const store = (fields: Partial<WorkUnit>, modifiedBy: string): void => {
    const modified = new Date(Date.parse(current.modified) + 1_000).toISOString();
    current = { ...current, ...fields, modified, modifiedBy };
  };
  const server = fakeServer({
    'GET /v1/workunits': () => ({ value: [current] }),
    'GET /v1/currentUser': () => ({ userName: me }),
    'GET /api/generallookup/approval': ({ query }) => query.get('approverId') === me,
    'GET /api/generallookup/workunittypes': () => [
      { workUnitTypeId: 1, name: 'Incident' },
      { workUnitTypeId: 2, name: 'Change Request' },
    ],
    'GET /api/generallookup/tenants': () => [{ tenantId: testTenantId, name: 'Contoso' }],
    [`GET /v1/tenants(${testTenantId})`]: () => ({
      ...field('workUnitField1', { Name: 'Rack', Type: 1 }),
      ...field('workUnitField2', { Name: 'Site', Type: 2, Options: 'Oslo, Bergen' }),
    }),
    [`GET /v1/tenants/${testTenantId}/assignmentGroups`]: () => ['Storage', 'Network'],
    'GET /v1/workunits/7/serviceLevels': () => ({ value: [] }),
    'PATCH /v1/workunits/7': ({ body }) => {
      const operations = body as readonly PatchOperation[];
      const valueAt = (path: string): unknown => current[path.slice(1) as keyof WorkUnitRow] ?? null;
      if (operations.some(({ op, path, value }) => op === 'test' && valueAt(path) !== value))
        return problem(409, notEqual);
      const replaced = operations.filter(({ op }) => op === 'replace');
      store(Object.fromEntries(replaced.map(({ path, value }) => [path.slice(1), value])), me);
      return current;
    },
    'POST /v1/workunits/7/presence': () => {
      const { modified, modifiedBy } = current;
      return { others: [], modified, modifiedBy, newestRecord: null, attachments: 0, ...present };
    },
  });
  servePanel(server);
  return {
    ...server,
    change: (fields) => store(fields, ben.mail),
    present: (changes) => {
      present = { ...present, ...changes };
    },
  };
};

/** The fields that each patch so far replaced. */
export const patches = (server: FakeServer) =>
  server.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }) => {
      const replaced = (body as readonly PatchOperation[]).filter(({ op }) => op === 'replace');
      return Object.fromEntries(replaced.map(({ path, value }) => [path.slice(1), value]));
    });
