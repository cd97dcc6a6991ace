import type pg from 'pg';

/** The tenants of the benchmarks by id; the first is the largest if the distribution is uneven. */
export interface SeededTenants {
  readonly all: readonly string[];
  readonly thirty: readonly string[];
  readonly one: string;
  readonly last: string;
}

const words = `array['gateway','printer','switch','database','backup','certificate','disk','mail','login','network',
  'sensor','camera','router','server','license','firewall','storage','payment','scanner','terminal']`;

const unevenly = 'floor(500 * ((n::bigint * 7919) % 1000003 / 1000003.0) ^ 3)::int';
const sinceNewYear = `timestamptz '2026-01-01' + n * interval '2 minutes'`;
const anyState = '1 + (n * 17) % 8';

/**
 * Columns of the n-th of $2 units. The tenant (of 500): evenly distributed, or from an eighth of all units down to one
 * in 1,500. The time: one every two minutes since 2026-01-01, or all within the year before now, of which one in twenty
 * and most of the last week are unfinished.
 */
const spreads = {
  even: { tenant: '(n::bigint * 7919) % 500', created: sinceNewYear, state: anyState },
  uneven: { tenant: unevenly, created: sinceNewYear, state: anyState },
  year: {
    tenant: unevenly,
    created: `now() - interval '1 year' * (($2::int - n) / $2::int::float8)`,
    state: `case when n % 20 = 0 or n > $2::int * 0.985 and n % 4 > 0 then 1 + (n / 20) % 5 when n % 50 = 1 then 8 else 6 + n % 2 end`,
  },
};

export type Spread = keyof typeof spreads;

const seededTenants = async (owner: pg.Client): Promise<SeededTenants | undefined> => {
  const { rows } = await owner.query<{ tenant_id: string }>(
    `select tenant_id from cfs.tenants where created_by = 'bench' order by tenant_id`,
  );
  const all = rows.map((row) => row.tenant_id);
  const [one, last] = [all[0], all.at(-1)];
  if (one === undefined || last === undefined) return undefined;
  return { all, thirty: all.filter((_, at) => at % 16 === 0).slice(0, 30), one, last };
};

/** Returns the tenants of the benchmarks, and creates them unless they exist. */
const ensureTenants = async (owner: pg.Client): Promise<SeededTenants> => {
  const found = await seededTenants(owner);
  if (found) return found;
  await owner.query(
    `insert into cfs.tenants (tenant_id, name, enabled, work_unit_fields, created, created_by, modified, modified_by)
     select gen_random_uuid(), 'Bench Tenant ' || n, true, '[]', now(), 'bench', now(), 'bench'
     from generate_series(1, 500) n`,
  );
  const made = await seededTenants(owner);
  if (!made) throw new Error('The tenants of the benchmark do not exist.');
  return made;
};

const unitsAtOnce = 100_000;

/**
 * Fills the database, unless it is filled, with `count` work units in 500 tenants, with the requested distribution over
 * tenants, time and states; one in 10,000 titles contains a rare word. Completes an interrupted fill.
 */
export const seedWorkUnits = async (owner: pg.Client, count: number, spread: Spread): Promise<SeededTenants> => {
  const tenants = await ensureTenants(owner);
  const { rows } = await owner.query<{ known: number }>(
    `select count(*)::int as known from cfs.work_units where created_by = 'bench'`,
  );
  const known = rows[0]?.known ?? 0;
  if (known >= count) return tenants;
  const { tenant, created, state } = spreads[spread];
  for (let first = known + 1; first <= count; first += unitsAtOnce)
    await owner.query(
      `insert into cfs.work_units (tenant_id, public_work_unit_id, internal_work_unit_id, tenant_name, title, description,
       severity, state, work_unit_type_id, assigned_to, assignment_group, stakeholder_full_name,
       stakeholder_phone_number, stakeholder_email_address, created, created_by, modified, modified_by,
       acknowledged, resolved)
     select ($1::uuid[])[1 + ${tenant}], null, gen_random_uuid(), '',
       initcap((${words})[1 + n % 20]) || ' ' || (${words})[1 + (n / 20) % 20] || ' fault ' || n
         || case when n % 10000 = 0 then ' zirconium' else '' end,
       'Reported by the monitoring of site ' || n % 977 || '.',
       (n * 31) % 5, state, 1 + (n * 13) % 4,
       case when n % 3 = 0 then null else 'person' || n % 200 || '@bench.example' end, 'Group ' || n % 12,
       'Person ' || n % 5000, '+1 555 ' || n % 10000, 'person' || n % 5000 || '@bench.example',
       moment, 'bench', moment, 'bench',
       ${spread === 'year' ? "case when state > 1 then moment + n % 300 * interval '1 minute' end" : 'null::timestamptz'},
       ${spread === 'year' ? "case when state in (6, 7) then moment + n % 2900 * interval '1 minute' end" : 'null::timestamptz'}
     from generate_series($3::int, least($3::int + ${unitsAtOnce - 1}, $2::int)) n,
       lateral (select ${created} as moment, ${state} as state) shape`,
      [tenants.all, count, first],
    );
  await owner.query('vacuum analyze cfs.work_units');
  await owner.query('analyze cfs.tenants');
  return tenants;
};

/** Replaces the grants of a demo user by grants in these tenants. */
export const grantOnly = async (
  owner: pg.Client,
  name: string,
  role: string,
  tenants: readonly string[],
): Promise<void> => {
  const { rows } = await owner.query<{ user_id: string }>(`select user_id from cfs.people where mail = $1`, [
    `${name}@demo.example`,
  ]);
  const userId = rows[0]?.user_id;
  if (userId === undefined) throw new Error(`The demo person ${name} does not exist.`);
  await owner.query('delete from cfs.person_contexts where user_id = $1', [userId]);
  await owner.query('delete from cfs.grants where user_id = $1', [userId]);
  await owner.query(
    `insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by)
     select tenant, gen_random_uuid(), $1, $2, now(), 'bench' from unnest($3::uuid[]) tenant`,
    [userId, role, tenants],
  );
};
