import type { Services } from '../../platform/services.ts';
import type { Step } from '../../platform/durable-work/step-handler.ts';
import type { ActionOrder, ActionResult } from './action-order.ts';
import type { Execution } from './execute-action.ts';
import { fillParameter } from './fill-parameter.ts';
import { createMailer, type Mail } from './mailer.ts';
import '../tenants/tenant-table.ts';

const mailAddress = /^[^\s@<>,;]+@[^\s@<>,;]+$/;

const recipientOf = async ({ gate }: Services, step: Step, order: ActionOrder): Promise<string> => {
  const named = fillParameter(order, 'To').trim();
  if (named) return named;
  const tenant = await gate.read(step.context, 'Tenants:view', (db) =>
    db
      .selectFrom('tenants')
      .select('internal_notification_email_address as address')
      .where('tenant_id', '=', order.tenantId)
      .executeTakeFirst(),
  );
  return tenant?.address?.trim() ?? '';
};

const composed = (step: Step, order: ActionOrder, recipient: string): Mail => {
  const extra = fillParameter(order, 'ExtraParameters');
  return {
    messageId: order.messageId,
    idempotencyKey: step.idempotencyKey,
    recipient,
    subject: (fillParameter(order, 'Subject') || order.title).replaceAll(/[\r\n]+/g, ' '),
    body: [fillParameter(order, 'Body') || order.description, extra].filter((part) => part !== '').join('\n\n'),
    isImportant: fillParameter(order, 'IsImportant').toLowerCase() === 'true',
  };
};

/**
 * Sends a mail about the occasion to the parameter To, else to the tenant's internal notification address. Without a
 * mail server it lands in the outbox, once.
 */
export const sendEmail = async (services: Services, step: Step, order: ActionOrder): Promise<Execution> => {
  const recipient = await recipientOf(services, step, order);
  if (!mailAddress.test(recipient)) {
    return { outside: { kind: 'failed', detail: 'The tenant has no internal notification address.' } };
  }
  const mail = composed(step, order, recipient);
  const { smtpUrl } = services.configuration;
  if (smtpUrl !== undefined) return { outside: await deliver(smtpUrl, mail) };
  return {
    async inDatabase(db) {
      await db
        .insertInto('outbox_messages')
        .values({
          tenant_id: order.tenantId,
          message_id: mail.messageId,
          recipient: mail.recipient,
          subject: mail.subject,
          body: mail.body,
          is_important: mail.isImportant,
          created: step.context.clock.now(),
        })
        .execute();
      return { kind: 'done', detail: `The mail to ${recipient} is in the outbox: no mail server is configured.` };
    },
  };
};

const deliver = async (smtpUrl: string, mail: Mail): Promise<ActionResult> => {
  try {
    await createMailer(smtpUrl).send(mail);
    return { kind: 'done', detail: `The mail was sent to ${mail.recipient}.` };
  } catch (error) {
    const refused = (error as { responseCode?: number }).responseCode ?? 0;
    const detail = `The mail could not be sent: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: refused >= 500 ? 'failed' : 'again', detail };
  }
};
