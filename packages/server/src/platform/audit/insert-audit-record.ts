import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { actorId, actorName, type Context } from '../context.ts';
import { batched } from '../database/batched-calls.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import { recordSet } from '../database/record-set.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { RecordProver } from './record-proof.ts';

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const columnTypes = {
  tenant_id: 'uuid',
  audit_id: 'uuid',
  recorded: 'timestamptz',
  actor_kind: 'text',
  actor_id: 'text',
  actor_name: 'text',
  route: 'text',
  trace_id: 'text',
  address: 'text',
  entity: 'text',
  entity_id: 'text',
  proof: 'text',
};
const columnNames = Object.keys(columnTypes) as (keyof typeof columnTypes)[];
const jsonNames = ['before', 'after'] as const;

interface AuditRow {
  readonly tenant_id: string;
  readonly audit_id: string;
  readonly recorded: Date;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly route: string | null;
  readonly trace_id: string;
  readonly address: string | null;
  readonly entity: string;
  readonly entity_id: string;
  readonly proof: string;
  /** JSON. */
  readonly before: string | null;
  readonly after: string | null;
}

const insertAll = (db: ScopedDatabase, rows: readonly AuditRow[]) =>
  db
    .insertInto('audit_records')
    .columns([...columnNames, ...jsonNames])
    .expression((from) =>
      from
        .selectFrom(recordSet('made', { ...columnTypes, before: 'text', after: 'text' }, rows))
        .select(columnNames.map((name) => `made.${name}` as const))
        .select(jsonNames.map((name) => sql<string | null>`${sql.ref(`made.${name}`)}::jsonb`.as(name))),
    )
    .execute();

/** Records of one turn are inserted by one statement. */
const insert = batched(async (db: ScopedDatabase, rows: readonly AuditRow[]): Promise<readonly undefined[]> => {
  const [first] = rows;
  if (first && rows.length === 1) await db.insertInto('audit_records').values(first).execute();
  else await insertAll(db, rows);
  return rows.map(() => undefined);
});

/** Inserts an audit record (actor, entity, time, address) with the server's proof, in the transaction of the change. */
export const insertAuditRecord = async (
  db: ScopedDatabase,
  prove: RecordProver,
  context: Context,
  entry: AuditEntry,
): Promise<void> => {
  const columns = {
    tenant_id: entry.tenantId ?? context.tenantId,
    audit_id: randomUUID(),
    recorded: context.clock.now(),
    actor_kind: context.actor.kind,
    actor_id: actorId(context.actor) ?? null,
    actor_name: actorName(context.actor),
    route: context.route ?? null,
    trace_id: context.traceId,
    address: context.address ?? null,
    entity: entry.entity,
    entity_id: entry.id,
  };
  const [before, after] = [asJson(entry.before), asJson(entry.after)];
  const proof = prove({ ...columns, before: parsed(before), after: parsed(after) });
  await insert(db, { ...columns, before, after, proof });
};
