import type pg from 'pg';

/** The data of the tenant of the benchmark in addition to its work units. */
export const estate = { devices: 10_000, packages: 20, blocks: 2_000, rules: 200, openMatches: 2_000 } as const;

/** One device in this many has the version before the newest. */
const outdatedOneIn = 9;

const author = `now(), 'bench', now(), 'bench'`;
const authorColumns = 'created, created_by, modified, modified_by';

const statements = [
  `insert into cfs.subscriptions (tenant_id, subscription_id, name, ${authorColumns})
   values ($1::uuid, gen_random_uuid(), 'Estate', ${author})`,
  `insert into cfs.devices (tenant_id, device_id, subscription_id, name, device_type_id, operating_system_id,
     device_logging_level_id, heartbeat_interval, enabled, ${authorColumns})
   select $1::uuid, gen_random_uuid(), subscription_id, 'srv-' || lpad(n::text, 5, '0'), 1, 1, 1, 60, true, ${author}
   from cfs.subscriptions, generate_series(1, ${estate.devices}) n where tenant_id = $1::uuid and name = 'Estate'`,
  // The latest readings: most from the last minutes, some older; one device in fifty has none.
  `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at, value, cpu_percent, memory_percent)
   select tenant_id, device_id, moment, moment, null, 10, 40 from (
     select tenant_id, device_id, now() - interval '1 minute' * power(row_number() over (order by device_id) % 97 / 10.0, 4)
       as moment, row_number() over (order by device_id) as n from cfs.devices where tenant_id = $1::uuid) device
   where n % 50 > 0`,
  `insert into cfs.pending_devices (tenant_id, pending_device_id, machine_name, operating_system, operating_system_id,
     architecture, key_fingerprint, created, last_ping)
   select $1::uuid, gen_random_uuid(), 'new-' || n, 'Linux', 1, 'x64', n::text, now(), now() from generate_series(1, 300) n`,
  `insert into cfs.packages (tenant_id, package_id, name, package_type_id, executable_type_id,
     operating_system_rids_id, parameter_definitions, ${authorColumns})
   select $1::uuid, gen_random_uuid(), 'Package ' || n, 1, 1, 4, '[]', ${author}
   from generate_series(1, ${estate.packages}) n`,
  `insert into cfs.package_contents (tenant_id, sha256, size, touched) values ($1::uuid, repeat('0', 64), 1, now())`,
  `insert into cfs.package_versions (tenant_id, package_version_id, package_id, version, precedence, label,
     package_version_status_id, sha256, size, manifest, key_fingerprint, created, created_by)
   select tenant_id, gen_random_uuid(), package_id, '1.' || n || '.0', repeat('a', n), 'Version ' || n,
     case n when 3 then 1 else 2 end, repeat('0', 64), 1, '{}', '', now() - (4 - n) * interval '30 days', 'bench'
   from cfs.packages, generate_series(1, 3) n where tenant_id = $1::uuid and name like 'Package %'`,
  // The rows of the report, which the trigger of the installations would write one by one.
  `alter table cfs.package_installations disable trigger report_new_installation`,
  `insert into cfs.package_installations (tenant_id, device_id, package_id, desired_version_id, installed_version_id,
     status, installed, ${authorColumns})
   select device.tenant_id, device.device_id, version.package_id, latest.package_version_id, version.package_version_id, 5,
     now(), ${author}
   from (select tenant_id, device_id, row_number() over (order by device_id) as n from cfs.devices where tenant_id = $1::uuid) device
   join cfs.packages package on package.tenant_id = $1::uuid and package.name like 'Package %'
   join cfs.package_versions version on version.package_id = package.package_id
     and version.precedence = repeat('a', case when (device.n + ascii(right(package.name, 1))) % ${outdatedOneIn} = 0 then 2 else 3 end)
   join cfs.package_versions latest on latest.package_id = package.package_id and latest.package_version_status_id = 1`,
  `alter table cfs.package_installations enable trigger report_new_installation`,
  `insert into cfs.version_report_rows (tenant_id, device_id, package_id, subscription_id, device_name, package_name,
     installed_version_id, installed_version, installed_precedence, installed_version_released, latest_version_id,
     latest_version, latest_version_released, version_status)
   select device.tenant_id, device.device_id, package.package_id, device.subscription_id, device.name, package.name,
     installed.package_version_id, installed.version, installed.precedence, installed.created,
     latest.package_version_id, latest.version, latest.created,
     case when latest.precedence > installed.precedence then 2 else 1 end
   from cfs.package_installations installation
   join cfs.devices device using (tenant_id, device_id)
   join cfs.packages package on package.package_id = installation.package_id
   join cfs.package_versions installed on installed.package_version_id = installation.installed_version_id
   join cfs.package_versions latest on latest.package_version_id = installation.desired_version_id
   where installation.tenant_id = $1::uuid`,
  `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, ${authorColumns})
   select $1::uuid, gen_random_uuid(), subscription_id, 'Block ' || lpad(n::text, 5, '0'), 2, ${author}
   from cfs.subscriptions, generate_series(1, ${estate.blocks}) n where tenant_id = $1::uuid and name = 'Estate'`,
  `insert into cfs.entity_colors (tenant_id, entity_id, color, moment, position, modified)
   select tenant_id, block_id, case when right(name, 1) = '7' then 'FF3333' else '33CC33' end, now(), 0, now()
   from cfs.blocks where tenant_id = $1::uuid`,
  `insert into cfs.rules (tenant_id, rule_id, enabled, name, rule_type_id, match_lifetime_seconds, match_lifetime,
     use_sliding_expiration, conditions, match_actions, expiration_actions, is_deleted, ${authorColumns})
   select $1::uuid, gen_random_uuid(), false, 'Rule ' || n, 1, 3600, '01:00:00', true, '[]', '[]', '[]', false, ${author}
   from generate_series(1, ${estate.rules}) n`,
  `insert into cfs.rule_matches (tenant_id, rule_match_id, rule_id, subject_id, label, created, first_match, last_match,
     expires, match_count, in_maintenance, completion_processed, modified, ended, end_reason)
   select $1::uuid, gen_random_uuid(), rule_id, gen_random_uuid(), rule.name || ': ' || n, moment, moment, moment,
     now() + interval '10 years', 1, false, false, moment, case when n > 10 then moment end, case when n > 10 then 1 end
   from cfs.rules rule, generate_series(1, ${(estate.openMatches / estate.rules) * 10}) n,
     lateral (select now() - n * interval '3 hours' as moment) begun
   where rule.tenant_id = $1::uuid and rule.name like 'Rule %'`,
  // The service level clocks of the units of the last two weeks, in every tenant.
  `insert into cfs.service_level_clocks (tenant_id, work_unit_id, kind, work_unit_type_id, severity, target_minutes,
     warning_percent, started, elapsed_milliseconds, ended, outcome, settled)
   select tenant_id, work_unit_id, kind, work_unit_type_id, severity, 240, 80, created, 0, created + interval '1 hour',
     case when work_unit_id % 10 = 0 then 2 else 1 end, created + interval '1 hour'
   from cfs.work_units, generate_series(1, 2) kind where created_by = 'bench' and created > now() - interval '14 days'`,
  `with made as (
     insert into cfs.control_sets (tenant_id, control_set_id, name, ${authorColumns})
     values ($1::uuid, gen_random_uuid(), 'Bench controls', ${author}) returning control_set_id)
   insert into cfs.controls (tenant_id, control_id, control_set_id, position, name, title, ${authorColumns})
   select $1::uuid, gen_random_uuid(), control_set_id, n, 'C-' || n, 'Control ' || n, ${author}
   from made, generate_series(1, 1000) n`,
  `insert into cfs.control_statuses (tenant_id, control_status_id, control_id, check_date, status, notes, ${authorColumns})
   select $1::uuid, gen_random_uuid(), control_id, date_trunc('day', week, 'UTC'), 1 + position % 3, '', ${author}
   from cfs.controls, lateral generate_series(
     date_trunc('week', now() + interval '1 day', 'UTC') - interval '1 day' - interval '51 weeks', now(), interval '7 days') week
   where tenant_id = $1::uuid`,
];

/**
 * Gives a tenant, unless it has them, 10,000 devices with 20 packages each, latest readings, pending devices, blocks,
 * rules with open and ended matches, the clocks of service levels and a year of compliance.
 */
export const seedEstate = async (owner: pg.Client, tenantId: string): Promise<void> => {
  const { rowCount } = await owner.query(
    `select from cfs.subscriptions where tenant_id = $1::uuid and name = 'Estate'`,
    [tenantId],
  );
  if (rowCount) return;
  await owner.query('begin');
  for (const statement of statements) await owner.query(statement, statement.includes('$1') ? [tenantId] : []);
  await owner.query('commit');
  await owner.query('vacuum analyze');
};
