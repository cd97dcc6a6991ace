import { withoutMisleadingSigns } from '@cfs/contracts/misleading-characters';
import { nameOf } from '@cfs/contracts/name-of';
import { historyTypes, type HistoryType } from '@cfs/contracts/work-unit-enumerations';
import { historyPageRows } from '@cfs/contracts/work-unit-history-limits';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import { actorName, type Context } from '../../../platform/context.ts';
import { batched } from '../../../platform/database/batched-calls.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { findMergedUnits } from '../merges/find-merged-units.ts';
import type { WorkUnitHistoryTable } from '../work-unit-table.ts';

/** An entry of a history; `historyType` is null for a note of a person. */
export interface HistoryEntry {
  readonly historyType: HistoryType | null;
  readonly detail: string;
  readonly isExternalNote?: boolean;
  readonly historyUrl?: string;
}

/** The unit that a history belongs to. */
export interface WorkUnitKey {
  readonly tenantId: string;
  readonly workUnitId: number;
}

type HistoryRow = Selectable<WorkUnitHistoryTable>;

const toRecord = (row: HistoryRow): WorkUnitHistoryRecord => ({
  id: row.work_unit_history_id,
  workUnitNoteId: row.history_type === null ? row.work_unit_history_id : null,
  workUnitId: row.work_unit_id,
  detail: row.detail,
  created: row.created.toISOString(),
  createdBy: row.created_by,
  createdByName: row.created_by,
  historyType: row.history_type === null ? null : nameOf(historyTypes, row.history_type),
  isExternalNote: row.is_external_note,
  historyUrl: row.history_url,
});

type NewHistory = Insertable<WorkUnitHistoryTable>;

/** Entries added in the same turn of the event loop are inserted by one statement, in the order of the calls. */
const insertHistories = batched(async (db: ScopedDatabase, calls: readonly (readonly NewHistory[])[]) => {
  const rows = await db.insertInto('work_unit_history').values(calls.flat()).returningAll().execute();
  let at = 0;
  return calls.map(({ length }) => rows.slice(at, (at += length)));
});

/** Adds entries to the histories of units, in the given order, with the actor and the time of the context. */
export const addHistories = async (
  db: ScopedDatabase,
  context: Context,
  entries: readonly (WorkUnitKey & HistoryEntry)[],
): Promise<WorkUnitHistoryRecord[]> => {
  if (entries.length === 0) return [];
  const rows = await insertHistories(
    db,
    entries.map((entry) => ({
      tenant_id: entry.tenantId,
      work_unit_id: entry.workUnitId,
      history_type: entry.historyType === null ? null : historyTypes[entry.historyType],
      detail: entry.detail,
      is_external_note: entry.isExternalNote ?? false,
      history_url: entry.historyUrl ?? null,
      created: context.clock.now(),
      created_by: actorName(context.actor),
    })),
  );
  return rows.map(toRecord);
};

/** Adds entries to one unit's history. The caller has locked the unit, so that entries are committed in order. */
export const addHistory = (
  db: ScopedDatabase,
  context: Context,
  { tenantId, workUnitId }: WorkUnitKey,
  entries: readonly HistoryEntry[],
): Promise<WorkUnitHistoryRecord[]> =>
  addHistories(
    db,
    context,
    entries.map((entry) => ({ ...entry, tenantId, workUnitId })),
  );

/** Reads mentions and attachments by the id of their note. */
const readExtras = async (db: ScopedDatabase, tenantId: string, rows: readonly HistoryRow[]) => {
  const noteIds = rows.filter((row) => row.history_type === null).map((row) => row.work_unit_history_id);
  if (noteIds.length === 0) return { mentions: new Map<number, never>(), attachments: new Map<number, never>() };
  const mentions = await db
    .selectFrom('work_unit_mentions')
    .select(['work_unit_history_id as id', 'mail', 'display_name as displayName'])
    .where('tenant_id', '=', tenantId)
    .where((row) => row('work_unit_history_id', '=', row.fn.any(row.val(noteIds))))
    .orderBy('display_name')
    .execute();
  const attachments = await db
    .selectFrom('work_unit_attachments')
    .select(['work_unit_history_id as id', 'attachment_id', 'file_name', 'media_type', 'size'])
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', 'in', [...new Set(rows.map((row) => row.work_unit_id))])
    .where((row) => row('work_unit_history_id', '=', row.fn.any(row.val(noteIds))))
    .orderBy('created')
    .orderBy('attachment_id')
    .execute();
  return { mentions: Map.groupBy(mentions, ({ id }) => id), attachments: Map.groupBy(attachments, ({ id }) => id) };
};

/** The records of a history to read. */
export interface HistoryRange {
  /** Only external notes, which the stakeholder of the unit may see. */
  readonly externalOnly?: boolean;
  /** The id of a record: only newer ones. */
  readonly after?: number | undefined;
  /** The id of a record: only older ones. */
  readonly before?: number | undefined;
}

/**
 * The statement for the newest records of the range: the unit's own, and the notes of the units that were merged into
 * it. For each unit, an index is read no further than one page.
 */
export const historyStatement = (
  { tenantId, workUnitId }: WorkUnitKey,
  merged: readonly number[],
  { externalOnly = false, after, before }: HistoryRange,
): RawBuilder<HistoryRow> => {
  const inRange = sql`tenant_id = ${tenantId}
    ${after === undefined ? sql`` : sql`and work_unit_history_id > ${after}`}
    ${before === undefined ? sql`` : sql`and work_unit_history_id < ${before}`}`;
  const page = sql`order by work_unit_history_id desc limit ${sql.lit(historyPageRows)}`;
  const external = externalOnly ? sql`and history_type is null and is_external_note` : sql``;
  const own = sql<HistoryRow>`
    select * from work_unit_history where ${inRange} and work_unit_id = ${workUnitId} ${external} ${page}`;
  if (merged.length === 0) return own;
  return sql<HistoryRow>`
    select * from (
      (${own})
      union all
      select note.* from unnest(${merged}::bigint[]) as merged (id)
      cross join lateral (
        select * from work_unit_history
        where ${inRange} and work_unit_id = merged.id and history_type is null ${page}) note) record
    ${page}`;
};

/**
 * Reads a page of a unit's history, newest first, with the notes of the units that were merged into it: the newest
 * records of the range, at most `historyPageRows`. `externalOnly` leaves out mentions of staff and the notes of merged
 * units, which may belong to other stakeholders.
 */
export const readHistory = async (
  db: ScopedDatabase,
  key: WorkUnitKey,
  range: HistoryRange = {},
): Promise<WorkUnitHistoryRecord[]> => {
  const { externalOnly = false } = range;
  const merged = externalOnly ? new Map<number, number>() : await findMergedUnits(db, key);
  const rows = await db.guarded<HistoryRow>(historyStatement(key, [...merged.keys()], range));
  const { mentions, attachments } = await readExtras(db, key.tenantId, rows);
  return rows.map((row) => {
    const mentioned = mentions.get(row.work_unit_history_id);
    const attached = attachments.get(row.work_unit_history_id);
    const mergedFrom = merged.get(row.work_unit_id);
    return {
      ...toRecord(row),
      ...(mergedFrom !== undefined && { mergedFrom }),
      ...(mentioned &&
        !externalOnly && { mentions: mentioned.map(({ mail, displayName }) => ({ mail, displayName })) }),
      ...(attached && {
        attachments: attached.map((file) => ({
          attachmentId: file.attachment_id,
          fileName: withoutMisleadingSigns(file.file_name),
          mediaType: file.media_type,
          size: file.size,
        })),
      }),
    };
  });
};
