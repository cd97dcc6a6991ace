import { historyTypes, relationTypes } from '@cfs/contracts/work-unit-enumerations';
import type pg from 'pg';

/** The number of history records of the opened unit. */
const records = 1_000;

/**
 * Gives the oldest unit of the tenant a long history, unless it has one: a thousand records, every fifth a note (some
 * with a mention or a file), the others changes, and 60 relations. Resolves to the unit.
 */
export const seedHistory = async (owner: pg.Client, tenantId: string): Promise<number> => {
  const { rows } = await owner.query<{ id: string; known: string }>(
    `select unit.work_unit_id as id, (select count(*) from cfs.work_unit_history record
       where record.tenant_id = unit.tenant_id and record.work_unit_id = unit.work_unit_id) as known
     from cfs.work_units unit where unit.tenant_id = $1 order by unit.work_unit_id limit 1`,
    [tenantId],
  );
  const [unit] = rows;
  if (!unit) throw new Error('The tenant has no unit.');
  const id = Number(unit.id);
  if (Number(unit.known) > 0) return id;
  await owner.query(
    `insert into cfs.work_unit_history (tenant_id, work_unit_id, history_type, detail, is_external_note, created, created_by)
     select $1, $2, case when n % 5 = 0 then null else $4::int end,
       case when n % 5 = 0 then repeat('What was found out about the fault, and what is to be done. ', 1 + n % 9)
         else 'Assigned To: person' || n % 200 || '@bench.example → person' || n % 199 || '@bench.example' end,
       n % 15 = 0, timestamptz '2026-01-02' + n * interval '9 minutes', 'person' || n % 200 || '@bench.example'
     from generate_series(1, $3::int) n`,
    [tenantId, id, records, historyTypes.FieldChange],
  );
  await owner.query(
    `insert into cfs.work_unit_mentions (tenant_id, work_unit_history_id, work_unit_id, mail, display_name)
     select tenant_id, work_unit_history_id, work_unit_id, 'ann@bench.example', 'Ann' from cfs.work_unit_history
     where tenant_id = $1 and work_unit_id = $2 and history_type is null and work_unit_history_id % 10 = 0`,
    [tenantId, id],
  );
  await owner.query(
    `insert into cfs.work_unit_attachments (tenant_id, attachment_id, work_unit_id, work_unit_history_id, file_name,
       media_type, size, sha256, created, created_by)
     select tenant_id, gen_random_uuid(), work_unit_id, work_unit_history_id, 'screen.png', 'image/png', 1000, '', created,
       created_by from cfs.work_unit_history
     where tenant_id = $1 and work_unit_id = $2 and history_type is null and work_unit_history_id % 20 = 0`,
    [tenantId, id],
  );
  await owner.query(
    `insert into cfs.work_unit_relations (tenant_id, work_unit_id, reference_type, reference_id, created)
     select tenant_id, $2, $3, work_unit_id::text, created from cfs.work_units
     where tenant_id = $1 and work_unit_id <> $2 order by work_unit_id limit 60`,
    [tenantId, id, relationTypes.WorkUnit],
  );
  return id;
};
