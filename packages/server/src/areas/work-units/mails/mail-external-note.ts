import { isSameMail } from '@cfs/contracts/is-same-mail';
import { splitQuote } from '@cfs/contracts/quoted-text';
import { actorName, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { recordUnitMails } from './unit-mail.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';

/** Mails an external note, without quoted text, to the unit's stakeholder, unless the stakeholder wrote it. */
export const mailExternalNote = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  unit: WorkUnitRow,
  detail: string,
): Promise<void> => {
  const { tenant_id: tenantId, work_unit_id: workUnitId, stakeholder_email_address: stakeholder } = unit;
  const author = actorName(context.actor);
  if (!stakeholder || isSameMail(stakeholder, author)) return;
  const title = `A note on your request #${unit.public_work_unit_id}: ${unit.title}`;
  await recordUnitMails(services, db, context, { tenantId, workUnitId }, [
    { template: 'Simple', to: 'stakeholder', author, title, body: splitQuote(detail).text },
  ]);
};
