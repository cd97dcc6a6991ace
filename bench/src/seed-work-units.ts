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

/** The tenant (of 500) of the n-th unit: evenly, or from an eighth of all units down to one in 1,500. */
const tenantOf = {
  even: '(n::bigint * 7919) % 500',
  uneven: 'floor(500 * ((n::bigint * 7919) % 1000003 / 1000003.0) ^ 3)::int',
};

export type Spread = keyof typeof tenantOf;

const seededTenants = async (owner: pg.Client): Promise<SeededTenants | undefined> => {
  const { rows } = await owner.query<{ tenant_id: string }>(
    `select tenant_id from cfs.tenants where created_by = 'bench' order by tenant_id`,
  );
  const all = rows.map((row) => row.tenant_id);
  const [one, last] = [all[0], all.at(-1)];
  if (one === undefined || last === undefined) return undefined;
  return { all, thirty: all.filter((_, at) => at % 16 === 0).slice(0, 30), one, last };
};

/**
 * Fills the database, unless it is filled, with `count` work units in 500 tenants: states, severities and types in the
 * proportions of a service desk, and a rare word in one of 10,000 titles.
 */
export const seedWorkUnits = async (owner: pg.Client, count: number, spread: Spread): Promise<SeededTenants> => {
  const found = await seededTenants(owner);
  if (found) return found;
  await owner.query(
    `insert into cfs.tenants (tenant_id, name, enabled, work_unit_fields, created, created_by, modified, modified_by)
     select gen_random_uuid(), 'Bench Tenant ' || n, true, '[]', now(), 'bench', now(), 'bench'
     from generate_series(1, 500) n`,
  );
  const tenants = await seededTenants(owner);
  if (!tenants) throw new Error('The tenants of the benchmark do not exist.');
  await owner.query(
    `insert into cfs.work_units (tenant_id, public_work_unit_id, internal_work_unit_id, tenant_name, title, description,
       severity, state, work_unit_type_id, assigned_to, assignment_group, stakeholder_full_name,
       stakeholder_phone_number, stakeholder_email_address, created, created_by, modified, modified_by)
     select ($1::uuid[])[1 + ${tenantOf[spread]}], null, gen_random_uuid(), '',
       initcap((${words})[1 + n % 20]) || ' ' || (${words})[1 + (n / 20) % 20] || ' fault ' || n
         || case when n % 10000 = 0 then ' zirconium' else '' end,
       'Reported by the monitoring of site ' || n % 977 || '.',
       (n * 31) % 5, 1 + (n * 17) % 8, 1 + (n * 13) % 4,
       case when n % 3 = 0 then null else 'person' || n % 200 || '@bench.example' end, 'Group ' || n % 12,
       'Person ' || n % 5000, '+1 555 ' || n % 10000, 'person' || n % 5000 || '@bench.example',
       timestamptz '2026-01-01' + n * interval '2 minutes', 'bench',
       timestamptz '2026-01-01' + n * interval '2 minutes', 'bench'
     from generate_series(1, $2) n`,
    [tenants.all, count],
  );
  await owner.query('vacuum analyze cfs.work_units');
  await owner.query('analyze cfs.tenants');
  return tenants;
};

/** Replaces the grants of a demo person by grants in these tenants. */
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
