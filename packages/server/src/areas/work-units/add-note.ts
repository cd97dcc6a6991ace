import type { WorkUnitHistoryRecord, WorkUnitNoteCreate } from '@cfs/contracts/work-unit-notes';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { holdStream } from './add-system-history.ts';
import { lockWorkUnit } from './lock-work-unit.ts';
import { addMentions, findMentioned } from './mentions.ts';
import { recordUnitMails } from './unit-mail.ts';
import { findVisibleWorkUnit, seeWorkUnits } from './visible-work-unit.ts';
import { addHistory, type HistoryEntry } from './work-unit-history.ts';
import type { WorkUnitRow } from './work-unit-wire.ts';

const keep = async (
  services: Services,
  db: ScopedDatabase,
  context: Context,
  unit: WorkUnitRow,
  entry: HistoryEntry,
): Promise<WorkUnitHistoryRecord> => {
  const key = { tenantId: unit.tenant_id, workUnitId: unit.work_unit_id };
  const [note] = await addHistory(db, context, key, [entry]);
  if (!note) throw new TypeError('A note was stored and not answered.');
  await services.audit.record(db, context, {
    entity: 'WorkUnitNote',
    id: String(note.id),
    tenantId: unit.tenant_id,
    after: note,
  });
  return note;
};

type NewNote = Omit<WorkUnitNoteCreate, 'mentions'> & { readonly mentions?: readonly string[] };

/**
 * Adds a person's note to a unit that the caller may edit, and mails whom it mentions. Throws 404 for any other unit,
 * 400 for somebody who may not see it.
 */
export const addNote = async (
  services: Services,
  context: Context,
  { workUnitId, detail, isExternalNote, mentions = [] }: NewNote,
): Promise<WorkUnitHistoryRecord> => {
  const snapshot = await services.snapshot.current();
  return services.gate.write(context, 'WorkUnits:edit', async (db) => {
    const unit = await lockWorkUnit(db, context, 'WorkUnits:edit', workUnitId);
    const people = findMentioned(snapshot, unit.tenant_id, mentions);
    const note = await keep(services, db, context, unit, { historyType: null, detail, isExternalNote });
    if (people.length === 0) return note;
    await addMentions(services, db, context, { tenantId: unit.tenant_id, workUnitId, noteId: note.id, detail }, people);
    return { ...note, mentions: [...people] };
  });
};

/** Notes that the caller asks to be called back about a unit that the caller may see, and mails the tenant's staff. */
export const requestCall = (services: Services, context: Context, workUnitId: number): Promise<WorkUnitHistoryRecord> =>
  services.gate.write(context, seeWorkUnits, async (db) => {
    const { row } = await findVisibleWorkUnit(db, context, workUnitId);
    const key = { tenantId: row.tenant_id, workUnitId };
    await holdStream(db, key);
    const who =
      context.actor.kind === 'person' ? `${context.actor.name} (${context.actor.userName})` : context.actor.name;
    const phone = row.stakeholder_phone_number ? ` Phone number: ${row.stakeholder_phone_number}` : '';
    const detail = `${who} asks to be called back.${phone}`;
    const title = `Call back: WU #${row.public_work_unit_id}: ${row.title}`;
    await recordUnitMails(services, db, context, key, [{ template: 'Detailed', to: 'internal', title, body: detail }]);
    return keep(services, db, context, row, { historyType: null, detail, isExternalNote: true });
  });
