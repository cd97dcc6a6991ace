import type pg from 'pg';

const words = `array['gateway','printer','switch','database','backup','certificate','disk','mail','login','network',
  'sensor','camera','router','server','license','firewall','storage','payment','scanner','terminal']`;

/**
 * Fills the table, unless it is filled, with `count` communications, distributed over the tenants from an eighth of all
 * to a few. One in five is open, a third of those with an overdue update; each has two steps, and one in 10,000 titles
 * contains a rare word.
 */
export const seedCommunications = async (
  owner: pg.Client,
  tenants: readonly string[],
  count: number,
): Promise<void> => {
  const { rowCount } = await owner.query(`select from cfs.work_unit_communications where created_by = 'bench' limit 1`);
  if (rowCount) return;
  await owner.query(
    `insert into cfs.work_unit_communications (tenant_id, work_unit_communication_id, title, service_manager, status,
       details, customer_assistance_required, root_cause, event_started, event_resolved, next_update, maximum_impact,
       current_impact, impacted_services, internal_bridge, created, created_by, modified, modified_by)
     select ($1::uuid[])[1 + floor(cardinality($1::uuid[]) * ((n::bigint * 7919) % 1000003 / 1000003.0) ^ 3)::int],
       gen_random_uuid(),
       initcap((${words})[1 + n % 20]) || ' ' || (${words})[1 + (n / 20) % 20] || ' outage ' || n
         || case when n % 10000 = 0 then ' zirconium' else '' end,
       'manager' || n % 50 || '@bench.example', status,
       repeat('What the team knows of the event so far. ', 10), n % 2 = 0,
       case when status = 5 then 'An update of the ' || (${words})[1 + n % 20] end,
       started, case when status = 5 then started + interval '3 hours' end,
       case when status < 4 then now() + (n % 3 - 1) * interval '1 hour' end,
       'Nobody can use the ' || (${words})[1 + n % 20], 'Site ' || n % 977 || ' is slow', 'Service ' || n % 30,
       'Bridge ' || n, started, 'bench', started, 'bench'
     from (select n, case when n % 5 = 0 then 1 + n / 5 % 3 else 4 + n % 2 end as status,
             now() - ($2::int - n) * interval '5 minutes' as started
           from generate_series(1, $2::int) n) numbered`,
    [tenants, count],
  );
  await owner.query(
    `insert into cfs.work_unit_communication_activities (tenant_id, work_unit_communication_activity_id,
       work_unit_communication_id, activity_type, details, is_customer_facing, is_complete, completed, created, created_by,
       modified, modified_by)
     select tenant_id, gen_random_uuid(), work_unit_communication_id, 1 + step % 2, 'Step ' || step || ' of the team',
       true, step % 2 = 1, case when step % 2 = 1 then created end, created + step * interval '1 minute', 'bench',
       created, 'bench'
     from cfs.work_unit_communications, generate_series(1, 2) step where created_by = 'bench'`,
  );
  await owner.query('vacuum analyze cfs.work_unit_communications, cfs.work_unit_communication_activities');
};
