import { randomUUID } from 'node:crypto';
import type { EmailTemplate } from '@cfs/contracts/email-templates';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import type { MailStepInput } from '../../actions/mails/outcome-of-mail.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';

/** Handler of the steps that send mails about a unit. */
export const unitMailHandler = 'work-unit-mail';

/** A mail about a unit. It is rendered when it is sent, from the state of the unit at that time. */
export interface UnitMail {
  readonly template: EmailTemplate;
  /** The unit's stakeholder, the tenant's internal notification address, or a mail address. */
  readonly to: 'stakeholder' | 'internal' | { readonly mail: string };
  /** The mail address of the author of the mailed text, which receives no copy. */
  readonly author?: string;
  /** By default, the unit's number and title. */
  readonly title?: string;
  /** By default, the unit's description. */
  readonly body?: string;
}

/** The input of the steps. */
export type QueuedUnitMail = UnitMail & MailStepInput & { readonly workUnitId: number; readonly messageId: string };

/** The source of units that stakeholders create themselves: they are mailed on its creation and resolution. */
export const resolutionCenterSource = 'Resolution Center';

/** The recipient in the subject of the durable work: mails about one unit to one recipient are sent in sequence. */
const addressee = ({ to }: UnitMail): string => (typeof to === 'string' ? to : to.mail.toLowerCase());

/** Enqueues mails about a unit in the caller's transaction; they do not delay other work of the unit. */
export const recordUnitMails = async (
  { work }: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  { tenantId, workUnitId }: WorkUnitKey,
  mails: readonly UnitMail[],
): Promise<void> => {
  const queued = mails.map((mail): QueuedUnitMail => ({ ...mail, workUnitId, messageId: randomUUID() }));
  await work.recordAll(
    db,
    context,
    queued.map((input) => ({
      tenantId,
      subject: { kind: unitMailHandler, id: `${workUnitId}/${addressee(input)}` },
      kind: 'WorkUnitMail',
      payload: { workUnitId, template: input.template },
      steps: [{ action: 'mail', sequence: 0, handler: unitMailHandler, lane: 'mail', input }],
    })),
  );
};
