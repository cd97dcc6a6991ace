import { randomUUID } from 'node:crypto';
import { builtInRoles, type RoleName } from '@cfs/contracts/roles';
import type { Permission } from '@cfs/contracts/permissions';
import type { RoutePermission } from '../platform/http/app-instance.ts';
import { withoutQueryScope } from '../platform/database/in-scope.ts';
import type { Area } from '../platform/services.ts';
import type { AreaMatrix, MatrixExample, SeededIds } from '../testing/matrix-example.ts';
import type { TestAnswer, TestClient } from '../testing/test-client.ts';
import type { TestServer } from '../testing/test-server.ts';

/**
 * The callers: a person with each built-in role in the own tenant, a person without any grant, and an anonymous caller.
 */
const callers = [...(Object.keys(builtInRoles) as RoleName[]), 'stranger', 'nobody'] as const;
type Caller = (typeof callers)[number];

/** The registered routes by method and path, with their permissions. */
export type RegisteredRoutes = Map<string, RoutePermission>;

/**
 * Wraps the areas to record their routes; `queryScope: 'off'` removes the tenants of the query layer from every
 * statement.
 */
export const observedAreas = (
  areas: readonly Area[],
  routes: RegisteredRoutes,
  { queryScope }: { readonly queryScope: 'on' | 'off' },
): Area[] =>
  areas.map((area) => ({
    ...area,
    routes: async (app, services) => {
      app.addHook('onRoute', ({ method, url, config }) => {
        for (const each of [method].flat())
          if (each !== 'HEAD' && config) routes.set(`${each} ${url}`, config.permission);
      });
      if (queryScope === 'off')
        app.addHook('preHandler', async (request) => {
          if (request.routeOptions.config.permission !== 'anonymous') withoutQueryScope(request.context);
        });
      await area.routes?.(app, services);
    },
  }));

/** Whether the route is one of machines, which no person may call. */
export const isMachine = (permission: RoutePermission): boolean =>
  typeof permission === 'object' && 'machine' in permission;

/** The permissions of a role that open a route; `undefined` if a route needs none in particular. */
export const opening = (role: RoleName, permission: RoutePermission): readonly Permission[] | undefined =>
  permission === 'signed-in' || permission === 'anonymous'
    ? undefined
    : ([permission].flat() as Permission[]).filter((each) => builtInRoles[role].includes(each));

type Expectation = 'answered' | 'own rows' | 401 | 403;

const expectationOf = (caller: Caller, permission: RoutePermission): Expectation => {
  if (permission === 'anonymous') return 'answered';
  if (caller === 'nobody') return 401;
  if (caller === 'stranger' || isMachine(permission)) return 403;
  const held = opening(caller, permission);
  if (held === undefined) return 'answered';
  if (held.length === 0) return 403;
  return held.every((each) => each === 'WorkUnits:view:mine') ? 'own rows' : 'answered';
};

const clientOf = (server: TestServer, caller: Caller): TestClient =>
  caller === 'stranger' ? server.stranger : caller === 'nobody' ? server.anonymous : server.as(caller);

/** Sends the request of an example, in the name of a tenant if one is given. */
export const sendExample = (
  client: TestClient,
  example: MatrixExample,
  ids: SeededIds,
  tenant?: string,
): Promise<TestAnswer> => {
  const { url, body, headers } = example.request(ids);
  const [method = 'GET'] = example.route.split(' ');
  return client.send(method, url.replaceAll(' ', '%20'), {
    ...(body !== undefined && { body }),
    headers: { ...headers, ...(tenant !== undefined && { 'x-tenant-id': tenant }) },
  });
};

const isCount = (example: MatrixExample): boolean => example.route.endsWith('/$count');

/** Whether a response shows the row: by one of its ids, or as a count. */
export const shows = (example: MatrixExample, answer: TestAnswer, ids: SeededIds): boolean =>
  isCount(example) ? answer.text !== '0' : Object.values(ids).some((id) => answer.text.includes(id));

/**
 * Creates a function that returns one value for the number of rows of a tenant in every table and the last transaction
 * that wrote there: any insert, update or delete changes it. `without` names tables that are left out.
 */
export const createFingerprint = async (server: TestServer, without: readonly string[] = []) => {
  const tables = await server.database.asOwner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'cfs'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const each = tables
    .filter(({ name }) => !without.includes(name))
    .map(
      ({ name }) => `select '${name}' as name, count(*) as rows, max(xmin::text::bigint) as last
      from cfs.${name} where tenant_id = tenant`,
    );
  // A function caches its plan: planning a statement of a hundred tables takes six times as long as running it.
  await server.database.asOwner(
    `create or replace function cfs.fingerprint(tenant uuid) returns text language plpgsql as $$ begin
       return (select json_agg(s order by name) from (${each.join(' union all ')}) s where rows > 0);
     end $$`,
  );
  return async (tenantId: string): Promise<string> => {
    const [row] = await server.database.asOwner<{ fingerprint: string | null }>(
      'select cfs.fingerprint($1) as fingerprint',
      [tenantId],
    );
    return row?.fingerprint ?? '';
  };
};

/** The row that an area seeds in a tenant, the same until it is renewed. */
const seededRows = ({ database, services }: TestServer, matrix: AreaMatrix) => {
  const seeded = new Map<string, SeededIds>();
  return {
    async of(tenantId: string): Promise<SeededIds> {
      const known = seeded.get(tenantId);
      if (known) return known;
      const ids = await matrix.seed(database, tenantId);
      await services.snapshot.refresh();
      seeded.set(tenantId, ids);
      return ids;
    },
    renew: (tenantId: string): unknown => seeded.delete(tenantId),
  };
};

export interface MatrixRun {
  readonly server: TestServer;
  readonly routes: RegisteredRoutes;
  /**
   * Leaves out callers that the permission of a route refuses: they do not reach the layers that keep tenants apart.
   */
  readonly permittedOnly?: boolean;
}

/**
 * Sends every example of an area as every caller for a row of the own tenant, for one of a foreign tenant, and in the
 * name of a tenant in which the caller has no grant. Returns the deviations from the expected results, one per line.
 */
export const runMatrix = async (
  { server, routes, permittedOnly = false }: MatrixRun,
  matrix: AreaMatrix,
): Promise<string[]> => {
  const faults: string[] = [];
  // The contexts that the examples of another area have chosen would narrow those of this one.
  await server.database.asOwner('delete from cfs.person_contexts');
  const fingerprint = await createFingerprint(server);
  const { own: ownTenant, foreign: foreignTenant } = server.tenants;
  for (const example of matrix.examples) {
    const registered = routes.get(example.route);
    if (registered === undefined) {
      faults.push(`${example.route} is not a route`);
      continue;
    }
    const permission = example.needs ?? registered;
    const rows = seededRows(server, matrix);
    let untouched: string | undefined;
    for (const caller of callers) {
      const expected = expectationOf(caller, permission);
      if (permittedOnly && (expected === 401 || expected === 403)) continue;
      const cell = `${example.route} [${example.place}] as ${caller}`;
      const client = clientOf(server, caller);
      const asksAbroad = permission !== 'anonymous' && expected !== 401 && example.foreign !== 'same';
      const own = await rows.of(ownTenant);
      const foreign = asksAbroad ? await rows.of(foreignTenant) : {};
      const answer = await sendExample(client, example, own);
      if (answer.status < 400 && !example.route.startsWith('GET ')) rows.renew(ownTenant);
      const wanted = expected === 'answered' ? (example.allowed ?? 200) : expected;
      if (answer.status >= 500 || (wanted !== 'own rows' && answer.status !== wanted))
        faults.push(`${cell}: own row answered ${answer.status} for ${wanted}: ${answer.text.slice(0, 200)}`);
      else if (expected === 'answered' && example.foreign === 'empty' && !shows(example, answer, own))
        faults.push(`${cell}: the own row is not shown`);
      if (!asksAbroad) continue;

      untouched ??= await fingerprint(foreignTenant);
      const refused = await sendExample(client, example, foreign);
      const due = expected === 403 ? 403 : example.foreign === 'empty' ? 200 : example.foreign;
      if (refused.status !== due && !(expected === 'own rows' && refused.status === 404))
        faults.push(`${cell}: foreign row answered ${refused.status} for ${due}: ${refused.text.slice(0, 200)}`);
      if (example.foreign === 'empty' && refused.status === 200 && shows(example, refused, foreign))
        faults.push(`${cell}: the foreign row is shown`);
      for (const tenant of [foreignTenant, randomUUID()]) {
        const named = await sendExample(client, example, foreign, tenant);
        if (named.status !== 403 && named.status !== 400)
          faults.push(`${cell}: in the name of a tenant without grant answered ${named.status}`);
      }
    }
    if (untouched !== undefined && (await fingerprint(foreignTenant)) !== untouched)
      faults.push(`${example.route} [${example.place}]: the foreign tenant changed`);
  }
  return faults;
};

/** The routes that a person can call but that no matrix covers. */
export const undeclaredRoutes = (routes: RegisteredRoutes, matrices: readonly AreaMatrix[]): string[] => {
  const declared = new Set(matrices.flatMap((matrix) => matrix.examples.map((example) => example.route)));
  return [...routes]
    .filter(([route, permission]) => !isMachine(permission) && permission !== 'anonymous' && !declared.has(route))
    .map(([route]) => route)
    .toSorted();
};
