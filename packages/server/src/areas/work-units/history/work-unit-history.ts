import { withoutMisleadingSigns } from '@cfs/contracts/misleading-signs';
import { nameOf } from '@cfs/contracts/name-of';
import { historyTypes, type HistoryType } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import { actorName, type Context } from '../../../platform/context.ts';
import { gathered } from '../../../platform/database/gathered.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { findMergedUnits } from '../merges/find-merged-units.ts';
import type { WorkUnitHistoryTable } from '../work-unit-table.ts';

/** What an entry of the stream says; `historyType` null is a plain note of a person. */
export interface HistoryEntry {
  readonly historyType: HistoryType | null;
  readonly detail: string;
  readonly isExternalNote?: boolean;
  readonly historyUrl?: string;
}

/** The unit that a stream belongs to. */
export interface StreamKey {
  readonly tenantId: string;
  readonly workUnitId: number;
}

const toRecord = (row: Selectable<WorkUnitHistoryTable>): WorkUnitHistoryRecord => ({
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

/** Entries that are added in one turn are inserted by one statement, in the order of the calls. */
const insertHistories = gathered(async (db: ScopedDatabase, calls: readonly (readonly NewHistory[])[]) => {
  const rows = await db.insertInto('work_unit_history').values(calls.flat()).returningAll().execute();
  let at = 0;
  return calls.map(({ length }) => rows.slice(at, (at += length)));
});

/** Adds entries to the streams of units, in the order given, by the actor and at the moment of the context. */
export const addHistories = async (
  db: ScopedDatabase,
  context: Context,
  entries: readonly (StreamKey & HistoryEntry)[],
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

/** Adds entries to one unit's stream. The unit is locked by then, so that its entries are committed in their order. */
export const addHistory = (
  db: ScopedDatabase,
  context: Context,
  { tenantId, workUnitId }: StreamKey,
  entries: readonly HistoryEntry[],
): Promise<WorkUnitHistoryRecord[]> =>
  addHistories(
    db,
    context,
    entries.map((entry) => ({ ...entry, tenantId, workUnitId })),
  );

/** What notes of a unit carry beside their text, by the note. */
const readExtras = async (db: ScopedDatabase, tenantId: string, workUnitIds: readonly number[], after: number) => {
  const mentions = await db
    .selectFrom('work_unit_mentions')
    .select(['work_unit_history_id as id', 'mail', 'display_name as displayName'])
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', 'in', workUnitIds)
    .where('work_unit_history_id', '>', after)
    .orderBy('display_name')
    .execute();
  const attachments = await db
    .selectFrom('work_unit_attachments')
    .select(['work_unit_history_id as id', 'attachment_id', 'file_name', 'media_type', 'size'])
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', 'in', workUnitIds)
    .where('work_unit_history_id', '>', after)
    .orderBy('created')
    .orderBy('attachment_id')
    .execute();
  return { mentions: Map.groupBy(mentions, ({ id }) => id), attachments: Map.groupBy(attachments, ({ id }) => id) };
};

/** The records of a unit's stream: its own, and the notes of the units that were merged into it. */
const isInStream = (workUnitId: number, merged: ReadonlyMap<number, number>): RawBuilder<boolean> =>
  merged.size === 0
    ? sql<boolean>`work_unit_id = ${workUnitId}`
    : sql<boolean>`(work_unit_id = ${workUnitId}
        or (work_unit_id in (${sql.join([...merged.keys()])}) and history_type is null))`;

/**
 * A unit's stream, newest first, with the notes of the units that were merged into it; `externalOnly` leaves out what its stakeholder is not shown, mentions of staff among
 * it and merged units, which other people may have asked for; `after` all up to the record of that id.
 */
export const readHistory = async (
  db: ScopedDatabase,
  key: StreamKey,
  { externalOnly = false, after = 0 }: { readonly externalOnly?: boolean; readonly after?: number | undefined } = {},
): Promise<WorkUnitHistoryRecord[]> => {
  const merged = externalOnly ? new Map<number, number>() : await findMergedUnits(db, key);
  let query = db
    .selectFrom('work_unit_history')
    .selectAll()
    .where('tenant_id', '=', key.tenantId)
    .where(isInStream(key.workUnitId, merged))
    .where('work_unit_history_id', '>', after);
  if (externalOnly) query = query.where('is_external_note', '=', true);
  const rows = await query.orderBy('work_unit_history_id', 'desc').execute();
  if (rows.length === 0) return [];
  const { mentions, attachments } = await readExtras(db, key.tenantId, [key.workUnitId, ...merged.keys()], after);
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
