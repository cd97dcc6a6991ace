import type { Services } from '../../../platform/services.ts';
import type { Step } from '../../../platform/durable-work/step-handler.ts';
import type { ActionOrder } from '../action-order.ts';
import { missingRecipientReason, composeMail, recordedMail } from './compose-mail.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Execution } from '../execute-action.ts';
import { readNotificationAddress } from '../../tenants/read-notification-address.ts';

/** Sends a mail about the occasion to the parameter To, else to the tenant's internal notification address. */
export const sendEmail = async (services: Services, step: Step, order: ActionOrder): Promise<Execution> => {
  const usual = await services.gate.read(step.context, 'Tenants:view', (db) =>
    readNotificationAddress(db, order.tenantId),
  );
  const mail = composeMail(order, usual);
  const against = missingRecipientReason(order, mail);
  if (against !== undefined) return { outside: { kind: 'failed', detail: against } };
  return deliverMail(services, step, { ...mail, messageId: order.messageId }, recordedMail(order, usual));
};
