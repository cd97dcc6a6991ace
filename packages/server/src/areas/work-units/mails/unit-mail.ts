import { randomUUID } from 'node:crypto';
import type { EmailTemplate } from '@cfs/contracts/email-templates';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import type { MailStepInput } from '../../actions/outcome-of-mail.ts';
import type { StreamKey } from '../history/work-unit-history.ts';

/** Handler of the steps that mail about a unit. */
export const unitMailHandler = 'work-unit-mail';

/** A mail about a unit, written when it is sent: of the unit as it is by then. */
export interface UnitMail {
  readonly template: EmailTemplate;
  /** The unit's stakeholder, the tenant's internal notification address, or a mail address. */
  readonly to: 'stakeholder' | 'internal' | { readonly mail: string };
  /** The mail address of who wrote what is mailed: it receives no copy. */
  readonly author?: string;
  /** In place of the unit's number and title. */
  readonly title?: string;
  /** In place of the unit's description. */
  readonly body?: string;
}

/** What the steps are given. */
export type QueuedUnitMail = UnitMail & MailStepInput & { readonly workUnitId: number; readonly messageId: string };

/** The source of units that stakeholders ask for themselves: they are mailed when one is made and when it is resolved. */
export const resolutionCenterSource = 'Resolution Center';

/** Mails about one unit to one addressee go out one after the other. */
const addressee = ({ to }: UnitMail): string => (typeof to === 'string' ? to : to.mail.toLowerCase());

/** Leaves mails about a unit to the worker, in the caller's transaction; they hold nothing else up. */
export const recordUnitMails = async (
  { work }: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  { tenantId, workUnitId }: StreamKey,
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
