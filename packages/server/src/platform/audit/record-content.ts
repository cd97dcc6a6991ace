import { sql } from 'kysely';

/** A record as PostgreSQL writes it in JSON, which is what seals cover: these columns, whatever else the table gets. */
export const recordContent = sql<string | null>`case when audit_records.audit_id is not null then (
  select to_json(kept)::text from (select audit_records.tenant_id, audit_records.audit_id, audit_records.recorded,
    audit_records.actor_kind, audit_records.actor_id, audit_records.actor_name, audit_records.route,
    audit_records.trace_id, audit_records.address, audit_records.entity, audit_records.entity_id,
    audit_records.before, audit_records.after) kept) end`;
