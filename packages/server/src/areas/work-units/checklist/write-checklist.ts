import { randomUUID } from 'node:crypto';
import type { ChecklistItem, ChecklistItemCreate, ChecklistItemUpdate } from '@cfs/contracts/work-unit-checklists';
import { checklistLimit } from '@cfs/contracts/work-unit-checklist-limits';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { expectModified } from '../../../platform/modified.ts';
import { conflict, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { lockWorkUnit } from '../changes/lock-work-unit.ts';
import { addHistory, type WorkUnitKey } from '../history/work-unit-history.ts';
import { toChecklistItem, type ChecklistItemTable } from './checklist-item-entity.ts';
import { readChecklistRows } from './read-checklist.ts';

type Needs = Pick<Services, 'gate'>;

const permission = 'WorkUnits:edit';
const entity = 'WorkUnitChecklistItem';

/** Locks the unit until the transaction ends, so that writes to one checklist are serialized; resolves with its key. */
const lockKey = async (db: ScopedDatabase, context: Context, workUnitId: number): Promise<WorkUnitKey> => {
  const { tenant_id: tenantId } = await lockWorkUnit(db, context, permission, workUnitId);
  return { tenantId, workUnitId };
};

const tell = (db: ScopedDatabase, context: Context, key: WorkUnitKey, details: readonly string[]) =>
  addHistory(
    db,
    context,
    key,
    details.map((detail) => ({ historyType: 'General', detail })),
  );

const expectItem = (rows: readonly ChecklistItemTable[], checklistItemId: string): ChecklistItemTable => {
  const item = rows.find((row) => row.checklist_item_id === checklistItemId);
  if (!item) throw notFound(entity);
  return item;
};

const ofItem = ({ tenantId, workUnitId }: WorkUnitKey, checklistItemId: string) =>
  sql<boolean>`tenant_id = ${tenantId} and work_unit_id = ${workUnitId} and checklist_item_id = ${checklistItemId}`;

/** Moves the items between two positions by one, to make room or to close a gap. */
const shift = async (
  db: ScopedDatabase,
  { tenantId, workUnitId }: WorkUnitKey,
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: 1 | -1 },
): Promise<void> => {
  await db
    .updateTable('work_unit_checklist_items')
    .set({ position: sql<number>`position + ${by}` })
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .execute();
};

/**
 * Adds an item at the end of the checklist of a unit.
 *
 * @throws 404 for a unit out of reach, 409 beyond 100 items.
 */
export const addChecklistItem = (
  { gate }: Needs,
  context: Context,
  workUnitId: number,
  { text }: ChecklistItemCreate,
): Promise<ChecklistItem> =>
  gate.write(context, permission, async (db, change) => {
    const key = await lockKey(db, context, workUnitId);
    const { length } = await readChecklistRows(db, key);
    if (length >= checklistLimit) throw conflict(`A checklist has at most ${checklistLimit} items.`);
    const row: ChecklistItemTable = {
      tenant_id: key.tenantId,
      work_unit_id: workUnitId,
      checklist_item_id: randomUUID(),
      position: length,
      text,
      is_done: false,
      ...change.created(),
    };
    await db.insertInto('work_unit_checklist_items').values(row).execute();
    await tell(db, context, key, [`Checklist: added "${text}"`]);
    const after = toChecklistItem(row);
    await change.record({ entity, id: row.checklist_item_id, tenantId: key.tenantId, after });
    return after;
  });

const describeUpdate = (before: ChecklistItemTable, after: ChecklistItemTable): string[] => [
  ...(after.text === before.text ? [] : [`Checklist: "${before.text}" is now "${after.text}"`]),
  ...(after.is_done === before.is_done ? [] : [`Checklist: ${after.is_done ? 'done' : 'reopened'} "${after.text}"`]),
];

/**
 * Changes, ticks or moves an item of the checklist of a unit. If the item already has the requested values, this is a
 * no-op, even with a stale `modified`.
 *
 * @throws 404 for a unit out of reach and for an item that it does not have, 409 for a stale `modified`.
 */
export const updateChecklistItem = (
  { gate }: Needs,
  context: Context,
  workUnitId: number,
  checklistItemId: string,
  { text, isDone, position, modified }: ChecklistItemUpdate,
): Promise<ChecklistItem> =>
  gate.write(context, permission, async (db, change) => {
    const key = await lockKey(db, context, workUnitId);
    const rows = await readChecklistRows(db, key);
    const before = expectItem(rows, checklistItemId);
    const changed = { ...before, text: text ?? before.text, is_done: isDone ?? before.is_done };
    const details = describeUpdate(before, changed);
    const place = Math.min(position ?? before.position, rows.length - 1);
    if (details.length === 0 && place === before.position) return toChecklistItem(before);
    expectModified(before.modified, modified);
    if (place > before.position) await shift(db, key, { from: before.position + 1, to: place, by: -1 });
    if (place < before.position) await shift(db, key, { from: place, to: before.position - 1, by: 1 });
    const row = { ...changed, position: place, ...(details.length > 0 && change.modified(before)) };
    await db
      .updateTable('work_unit_checklist_items')
      .set({
        text: row.text,
        is_done: row.is_done,
        position: place,
        modified: row.modified,
        modified_by: row.modified_by,
      })
      .where(ofItem(key, checklistItemId))
      .execute();
    await tell(db, context, key, details);
    const after = toChecklistItem(row);
    await change.record({
      entity,
      id: checklistItemId,
      tenantId: key.tenantId,
      before: toChecklistItem(before),
      after,
    });
    return after;
  });

/**
 * Removes an item from the checklist of a unit.
 *
 * @throws 404 for a unit out of reach and for an item that it does not have.
 */
export const removeChecklistItem = (
  { gate }: Needs,
  context: Context,
  workUnitId: number,
  checklistItemId: string,
): Promise<void> =>
  gate.write(context, permission, async (db, change) => {
    const key = await lockKey(db, context, workUnitId);
    const before = expectItem(await readChecklistRows(db, key), checklistItemId);
    await db.deleteFrom('work_unit_checklist_items').where(ofItem(key, checklistItemId)).execute();
    await shift(db, key, { from: before.position + 1, to: checklistLimit, by: -1 });
    await tell(db, context, key, [`Checklist: removed "${before.text}"`]);
    await change.record({ entity, id: checklistItemId, tenantId: key.tenantId, before: toChecklistItem(before) });
  });
