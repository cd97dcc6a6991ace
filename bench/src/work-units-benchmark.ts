import assert from 'node:assert/strict';
import { customFieldTypes } from '@cfs/contracts/tenants';
import { customValueNames } from '@cfs/contracts/work-units';
import type pg from 'pg';
import { Pool } from 'undici';
import { percentile, report } from './report.ts';
import { seedHistory } from './seed-history.ts';
import type { Serving } from './serving.ts';
import { timedCalls } from './timed-calls.ts';

/** The connection limit of browsers per origin. */
const browserConnections = 6;
const limits = { opening: 150, saving: { 4: 30, 16: 80 } } as const;

type Call = (path: string, patch?: readonly object[]) => Promise<string>;

const caller =
  (pool: Pool, token: string): Call =>
  async (path, patch) => {
    const response = await pool.request({
      path,
      method: patch ? 'PATCH' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(patch && { 'content-type': 'application/json-patch+json' }) },
      body: patch ? JSON.stringify(patch) : null,
    });
    const text = await response.body.text();
    assert.equal(response.statusCode, 200, `${path}: ${text.slice(0, 400)}`);
    return text;
  };

/** The requests of the panel after the unit is loaded, with an empty cache. */
const besideTheUnit = (workUnitId: number, tenantId: string): readonly string[] => [
  `/v1/workunits/${workUnitId}/manualActions`,
  `/v1/workunits/${workUnitId}/relations`,
  `/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`,
  '/api/generallookup/workunittypes',
  `/v1/tenants/${tenantId}/assignmentGroups`,
  `/v1/tenants(${tenantId})`,
  '/api/generallookup/tenants',
  '/api/generallookup/workunitcatgories',
  '/api/generallookup/workunitsubcatgories',
  `/v1/protocols?$filter=(tenantId%20eq%20${tenantId}%20or%20tenantId%20eq%20null)&$orderby=name%20asc&$select=protocolId,name`,
];

const open = async (call: Call, workUnitId: number, tenantId: string): Promise<void> => {
  const expand = 'protocol,tenant,workUnitType,category,subcategory';
  await call(`/v1/workunits?$filter=workUnitId%20eq%20${workUnitId}&$expand=${expand}&$top=1`);
  await Promise.all(besideTheUnit(workUnitId, tenantId).map((path) => call(path)));
};

type Values = Readonly<Record<string, unknown>>;

/** Patches a unit as the portal does: a `test` of the loaded value before each `replace`. */
const save = async (call: Call, workUnitId: number, seen: Values, next: Values): Promise<void> => {
  const operations = Object.entries(next).flatMap(([field, value]) => [
    { op: 'test', path: `/${field}`, value: seen[field] },
    { op: 'replace', path: `/${field}`, value },
  ]);
  await call(`/v1/workunits/${workUnitId}`, operations);
};

interface SavedUnit {
  readonly workUnitId: number;
  seen: { readonly title: string; readonly assignedTo: string | null };
}

/** Random units of all tenants. */
const someUnits = async (owner: pg.Client): Promise<SavedUnit[]> => {
  const { rows } = await owner.query<{ id: string; title: string; assigned: string | null }>(
    `select work_unit_id as id, title, assigned_to as assigned from cfs.work_units
     where work_unit_id % 487 = 11 order by md5(work_unit_id::text)`,
  );
  return rows.map(({ id, title, assigned }) => ({ workUnitId: Number(id), seen: { title, assignedTo: assigned } }));
};

/** The assignees: a user with grants in every tenant, and none. */
const assignees = ['admin@demo.example', null] as const;

/** Concurrent saves of different units; the title is indexed and searched. */
const saveOwn = (call: Call, units: readonly SavedUnit[]): (() => Promise<void>) => {
  let next = 0;
  return async () => {
    const unit = units[next++ % units.length];
    assert.ok(unit);
    const title = `${unit.seen.title.replace(/ \(\d+\)$/, '')} (${next})`;
    const values = { title, assignedTo: assignees[next % assignees.length] ?? null };
    await save(call, unit.workUnitId, unit.seen, values);
    unit.seen = values;
  };
};

const sameUnitFields = ['source', ...customValueNames] as const;

/** Concurrent saves of one unit, each worker another field: they queue for the row lock without conflicts. */
const saveSameUnit = async (call: Call, workUnitId: number): Promise<(worker: number) => Promise<void>> => {
  const known = new Map(Object.entries(JSON.parse(await call(`/v1/workunits/${workUnitId}`)) as Values));
  let count = 0;
  return async (worker) => {
    const field = sameUnitFields[worker];
    assert.ok(field);
    const value = `Value ${(count += 1)}`;
    await save(call, workUnitId, { [field]: known.get(field) ?? null }, { [field]: value });
    known.set(field, value);
  };
};

const defineCustomFields = async (owner: pg.Client, tenantId: string): Promise<void> => {
  const definitions = customValueNames.map((Name) => ({ Name, Type: customFieldTypes.Textbox }));
  await owner.query('update cfs.tenants set work_unit_fields = $2 where tenant_id = $1', [
    tenantId,
    JSON.stringify(definitions),
  ]);
};

/** The 95th percentile of opening and saving a work unit among a million. */
export const benchmarkWorkUnits = async (serving: Serving, milliseconds: number): Promise<void> => {
  const { origin, owner, tenants, tokenOf } = serving;
  const workUnitId = await seedHistory(owner, tenants.one);
  let missed = 0;
  const tell = (name: string, samples: readonly number[], limit: number): void => {
    const value = percentile(samples, 0.95);
    if (value > limit) missed += 1;
    report({ name: `1,000,000 work units, ${name} (at most ${limit} ms)`, value, unit: 'ms' });
  };

  const browser = new Pool(origin, { connections: browserConnections, pipelining: 1 });
  for (const [scope, person] of [
    ['all', 'admin'],
    ['thirty', 'viewer'],
    ['one', 'operator'],
  ] as const) {
    const call = caller(browser, await tokenOf(person));
    const samples = await timedCalls({ workers: 1, milliseconds, call: () => open(call, workUnitId, tenants.one) });
    tell(`opening one with 1,000 history records, scope of ${scope}`, samples, limits.opening);
  }
  await browser.close();

  await defineCustomFields(owner, tenants.one);
  const browsers = new Pool(origin, { connections: 16, pipelining: 1 });
  const units = await someUnits(owner);
  for (const workers of [4, 16] as const) {
    const limit = limits.saving[workers];
    const call = caller(browsers, await tokenOf('admin'));
    const own = await timedCalls({ workers, milliseconds, call: saveOwn(call, units) });
    tell(`saving a patch, ${workers} at a time, each of another unit`, own, limit);
    const sameUnit = await timedCalls({ workers, milliseconds, call: await saveSameUnit(call, workUnitId) });
    tell(`saving a patch, ${workers} at a time, all of one unit`, sameUnit, limit);
  }
  await browsers.close();
  report({ name: 'work units, figures above what they may be', value: missed, unit: 'figures' });
};
