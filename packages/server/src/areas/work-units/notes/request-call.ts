import { isSameMail } from '@cfs/contracts/is-same-mail';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { actorName, type Actor, type Context } from '../../../platform/context.ts';
import { countCall } from '../../../platform/limits/count-call.ts';
import { invalid } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { lockWorkUnit } from '../history/add-system-history.ts';
import { insertNote } from './insert-note.ts';
import { recordUnitMails } from '../mails/unit-mail.ts';
import { mailNoteToStaff } from '../watchers/watcher-mails.ts';
import { findVisibleWorkUnit, workUnitViewPermissions } from '../visible-work-unit.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';

const nobody = 'This work unit has no stakeholder to call back.';

/** Formats name and mail, as far as they are known; `undefined` if neither is. */
const described = (name: string | null, mail: string | null): string | undefined =>
  name && mail ? `${name} (${mail})` : name || mail || undefined;

/** The sentence that names who asks for the call: the caller as the end user, or the stakeholder if staff ask. */
const wantedBy = (actor: Actor, unit: WorkUnitRow, asOwner: boolean): string => {
  const { stakeholder_full_name: name, stakeholder_email_address: mail } = unit;
  if (actor.kind === 'person' && (asOwner || isSameMail(mail, actor.userName)))
    return `${actor.name} (${actor.userName}) asks to be called back.`;
  const stakeholder = described(name, mail);
  if (stakeholder === undefined) throw invalid({ WorkUnit: [nobody] });
  return `${stakeholder} asks to be called back, as ${actorName(actor)} notes.`;
};

/**
 * Adds a note that the end user of a unit asks to be called back, mails the tenant's internal notification address, and
 * mails the note like any other. The end user is the caller if the unit is the caller's own, otherwise the stakeholder.
 * Throws 400 if staff ask and the unit has no stakeholder, 404 for a unit that the caller may not see, 429 beyond the
 * caller's rate limit.
 */
export const requestCall = async (
  services: Services,
  context: Context,
  workUnitId: number,
): Promise<WorkUnitHistoryRecord> => {
  const snapshot = await services.snapshot.current();
  return services.gate.write(context, workUnitViewPermissions, async (db, change) => {
    const { row, asOwner } = await findVisibleWorkUnit(db, context, workUnitId);
    await countCall(services, db, context, 'call-me');
    const key = { tenantId: row.tenant_id, workUnitId };
    await lockWorkUnit(db, key);
    const phone = row.stakeholder_phone_number ? ` Phone number: ${row.stakeholder_phone_number}` : '';
    const detail = `${wantedBy(context.actor, row, asOwner)}${phone}`;
    const title = `Call back: WU #${row.public_work_unit_id}: ${row.title}`;
    await recordUnitMails(services, db, context, key, [{ template: 'Detailed', to: 'internal', title, body: detail }]);
    const note = await insertNote(db, change, row, { historyType: null, detail, isExternalNote: true });
    await mailNoteToStaff(services, db, context, snapshot, row, { detail, isExternalNote: true, isReply: false });
    return note;
  });
};
