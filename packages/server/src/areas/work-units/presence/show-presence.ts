import { presenceLifetimeMilliseconds, type Presence, type Present } from '@cfs/contracts/work-unit-presence';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { countAttachments } from '../attachments/count-attachments.ts';
import { findMergedUnits } from '../merges/find-merged-units.ts';
import { findVisibleWorkUnit } from '../visible-work-unit.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';

const note = async (db: ScopedDatabase, context: Context, key: WorkUnitKey, { mode }: Presence): Promise<void> => {
  const { actor } = context;
  if (actor.kind !== 'person') return;
  const row = { tenant_id: key.tenantId, work_unit_id: key.workUnitId, user_id: actor.userId };
  if (mode === 'left') {
    await db
      .deleteFrom('work_unit_presence')
      .where((where) => where.and(row))
      .execute();
    return;
  }
  const values = {
    mail: actor.userName,
    display_name: actor.name,
    is_editing: mode === 'editing',
    seen: context.clock.now(),
  };
  await db
    .insertInto('work_unit_presence')
    .values({ ...row, ...values })
    .onConflict((known) => known.columns(['tenant_id', 'work_unit_id', 'user_id']).doUpdateSet(values))
    .execute();
};

const pastOf = (context: Context): Date => new Date(context.clock.now().getTime() - presenceLifetimeMilliseconds);

/** Removes people whose last sign is too old; rows locked by a concurrent call are skipped. */
const deleteAbsent = async (db: ScopedDatabase, context: Context, key: WorkUnitKey): Promise<void> => {
  await db
    .deleteFrom('work_unit_presence')
    .where('tenant_id', '=', key.tenantId)
    .where('work_unit_id', '=', key.workUnitId)
    .where('user_id', 'in', (row) =>
      row
        .selectFrom('work_unit_presence as absent')
        .select('absent.user_id')
        .where('absent.tenant_id', '=', key.tenantId)
        .where('absent.work_unit_id', '=', key.workUnitId)
        .where('absent.seen', '<=', pastOf(context))
        .forUpdate()
        .skipLocked(),
    )
    .execute();
};

const findOthers = async (db: ScopedDatabase, context: Context, key: WorkUnitKey): Promise<Present['others']> => {
  const { actor } = context;
  const rows = await db
    .selectFrom('work_unit_presence')
    .where('seen', '>', pastOf(context))
    .select(['user_id', 'mail', 'display_name', 'is_editing'])
    .where('tenant_id', '=', key.tenantId)
    .where('work_unit_id', '=', key.workUnitId)
    .orderBy('display_name')
    .execute();
  return rows
    .filter((row) => actor.kind !== 'person' || row.user_id !== actor.userId)
    .map((row) => ({ displayName: row.display_name, mail: row.mail, mode: row.is_editing ? 'editing' : 'viewing' }));
};

/** Reads the newest record and the number of files of a unit, including the notes of units merged into it. */
const findProgress = async (
  db: ScopedDatabase,
  key: WorkUnitKey,
): Promise<Pick<Present, 'newestRecord' | 'attachments'>> => {
  const newest = await db
    .selectFrom('work_unit_history')
    .select('work_unit_history_id')
    .where('tenant_id', '=', key.tenantId)
    .where('work_unit_id', '=', key.workUnitId)
    .orderBy('work_unit_history_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const own = newest?.work_unit_history_id ?? null;
  const merged = [...(await findMergedUnits(db, key)).keys()];
  const attachments = await countAttachments(db, key.tenantId, [key.workUnitId, ...merged]);
  if (merged.length === 0) return { newestRecord: own, attachments };
  const ofMerged = await db
    .selectFrom('work_unit_history')
    .select((row) => row.fn.max('work_unit_history_id').as('id'))
    .where('tenant_id', '=', key.tenantId)
    .where('work_unit_id', 'in', merged)
    .where('history_type', 'is', null)
    .executeTakeFirst();
  return { newestRecord: Math.max(own ?? 0, Number(ofMerged?.id ?? 0)) || null, attachments };
};

/**
 * Records that the caller has a unit open or has left it. Resolves with the other people who have it open, its last
 * change, its newest record and its number of files.
 */
export const showPresence = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
  presence: Presence,
): Promise<Present> =>
  gate.write(context, 'WorkUnits:view', async (db) => {
    const { row } = await findVisibleWorkUnit(db, context, workUnitId);
    const key = { tenantId: row.tenant_id, workUnitId };
    await deleteAbsent(db, context, key);
    await note(db, context, key, presence);
    return {
      others: await findOthers(db, context, key),
      modified: row.modified.toISOString(),
      modifiedBy: row.modified_by,
      ...(await findProgress(db, key)),
    };
  });
