import type { Step } from '../../platform/durable-work/step-handler.ts';
import type { Services } from '../../platform/services.ts';
import type { ActionResult } from './action-order.ts';
import type { ComposedMail } from './compose-mail.ts';
import type { Execution } from './execute-action.ts';
import { createMailer, type Mail } from './mailer.ts';

const send = async (smtpUrl: string, mail: Mail): Promise<ActionResult> => {
  try {
    await createMailer(smtpUrl).send(mail);
    return { kind: 'done', detail: `The mail was sent to ${mail.to.join(', ')}.` };
  } catch (error) {
    const refused = (error as { responseCode?: number }).responseCode ?? 0;
    const detail = `The mail could not be sent: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: refused >= 500 ? 'failed' : 'again', detail };
  }
};

/** Sends a mail under the step's key; without a mail server it lands in the tenant's outbox, once. */
export const deliverMail = async (
  services: Services,
  step: Step,
  mail: ComposedMail & { readonly messageId: string },
): Promise<Execution> => {
  const { smtpUrl } = services.configuration;
  if (smtpUrl !== undefined) return { outside: await send(smtpUrl, { ...mail, idempotencyKey: step.idempotencyKey }) };
  return {
    async inDatabase(db) {
      await db
        .insertInto('outbox_messages')
        .values({
          tenant_id: step.tenantId,
          message_id: mail.messageId,
          recipient: mail.to.join(', '),
          cc: mail.cc.join(', '),
          bcc: mail.bcc.join(', '),
          subject: mail.subject,
          body: mail.text,
          html: mail.html,
          template: mail.template,
          is_important: mail.isImportant,
          created: step.context.clock.now(),
        })
        .execute();
      const detail = `The mail to ${mail.to.join(', ')} is in the outbox: no mail server is configured.`;
      return { kind: 'done', detail };
    },
  };
};
