import type { WorkUnitHistoryRecord, WorkUnitNoteCreate } from '@cfs/contracts/work-unit-notes';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { lockWorkUnit } from './lock-work-unit.ts';
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

/** Adds a person's note to a unit that the caller may edit; 404 for any other. */
export const addNote = (
  services: Services,
  context: Context,
  { workUnitId, detail, isExternalNote }: Omit<WorkUnitNoteCreate, 'mentions'> & { mentions?: readonly string[] },
): Promise<WorkUnitHistoryRecord> =>
  services.gate.write(context, 'WorkUnits:edit', async (db) => {
    const unit = await lockWorkUnit(db, context, 'WorkUnits:edit', workUnitId);
    return keep(services, db, context, unit, { historyType: null, detail, isExternalNote });
  });

/** Notes that the caller asks to be called back about a unit that the caller may see. */
export const requestCall = (services: Services, context: Context, workUnitId: number): Promise<WorkUnitHistoryRecord> =>
  services.gate.write(context, seeWorkUnits, async (db) => {
    const { row } = await findVisibleWorkUnit(db, context, workUnitId);
    const who =
      context.actor.kind === 'person' ? `${context.actor.name} (${context.actor.userName})` : context.actor.name;
    const phone = row.stakeholder_phone_number ? ` Phone number: ${row.stakeholder_phone_number}` : '';
    return keep(services, db, context, row, {
      historyType: null,
      detail: `${who} asks to be called back.${phone}`,
      isExternalNote: true,
    });
  });
