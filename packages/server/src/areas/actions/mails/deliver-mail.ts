import type { RecordedRequest } from '@cfs/contracts/action-histories';
import type { Step } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { startBelow } from '../../../platform/tracing/tracing.ts';
import { keepMessage } from '../../outbox/keep-message.ts';
import type { ActionResult } from '../action-order.ts';
import type { ComposedMail } from './compose-mail.ts';
import type { Execution } from '../execute-action.ts';
import { createMailer, isPermanent, refusedBy, type Mail, type RefusedAddress } from './mailer.ts';

const codeIn = (answer: string): number | undefined => {
  const code = /^\d{3}(?=[ -])/.exec(answer)?.[0];
  return code === undefined ? undefined : Number(code);
};

/** A sentence that lists refused addresses with their reply codes. */
export const refusedText = (refused: readonly RefusedAddress[]): string =>
  `The mail server refused ${refused.map(({ address, code }) => (code ? `${address} (${code})` : address)).join(', ')}.`;

const send = async (smtpUrl: string, mail: Mail): Promise<ActionResult> => {
  try {
    const { answer, accepted, refused } = await createMailer(smtpUrl).send(mail);
    const besides = refused.length > 0 ? ` ${refusedText(refused)}` : '';
    return {
      kind: 'done',
      detail: `The mail was sent to ${accepted.join(', ')}.${besides}`,
      responseStatus: codeIn(answer),
      refused,
    };
  } catch (error) {
    const responseStatus = (error as { responseCode?: number }).responseCode;
    const detail = `The mail could not be sent: ${error instanceof Error ? error.message : String(error)}`;
    const refused = error instanceof Error ? refusedBy(error) : [];
    return { kind: isPermanent(responseStatus) ? 'failed' : 'again', detail, responseStatus, refused };
  }
};

/** Sends a mail in its own span, which records the mail server but neither people nor texts. */
const sendTraced = async ({ tracing, metrics }: Services, step: Step, smtpUrl: string, mail: Mail) => {
  const { hostname, port } = new URL(smtpUrl);
  const span = startBelow(tracing, step.context.span, 'send mail', {
    kind: 'client',
    attributes: {
      'network.protocol.name': 'smtp',
      'server.address': hostname,
      'server.port': port === '' ? undefined : Number(port),
      'cfs.mail.recipients': mail.to.length + mail.cc.length + mail.bcc.length,
    },
  });
  const result = await send(smtpUrl, mail);
  span?.set({ 'cfs.mail.response_code': result.responseStatus });
  span?.end(result.kind === 'done' ? undefined : String(result.responseStatus ?? result.kind));
  metrics.mails.inc({ result: result.kind === 'done' ? 'sent' : result.kind });
  return result;
};

/**
 * Sends a mail with the idempotency key of the step. If no mail server is configured, the mail is stored in the
 * tenant's outbox, exactly once. `request` is the form that a history records.
 */
export const deliverMail = async (
  services: Services,
  step: Step,
  mail: ComposedMail & { readonly messageId: string },
  request?: RecordedRequest,
): Promise<Execution> => {
  const { smtpUrl } = services.configuration;
  if (smtpUrl !== undefined) {
    const result = await sendTraced(services, step, smtpUrl, { ...mail, idempotencyKey: step.idempotencyKey });
    return { outside: { ...result, request } };
  }
  return {
    async inDatabase(db) {
      services.metrics.mails.inc({ result: 'kept' });
      await keepMessage(db, {
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
      });
      const detail = `The mail to ${mail.to.join(', ')} is in the outbox: no mail server is configured.`;
      return { kind: 'done', detail, request };
    },
  };
};
