import { sql } from 'kysely';

/** The columns covered by seals, in PostgreSQL's JSON form; further columns of the table are not included. */
export const recordContent = sql<string | null>`case when audit_records.audit_id is not null then (
  select to_json(kept)::text from (select audit_records.tenant_id, audit_records.audit_id, audit_records.recorded,
    audit_records.actor_kind, audit_records.actor_id, audit_records.actor_name, audit_records.route,
    audit_records.trace_id, audit_records.address, audit_records.entity, audit_records.entity_id,
    audit_records.before, audit_records.after) kept) end`;
