import type { Services } from '../../platform/services.ts';
import type { Step } from '../../platform/durable-work/step-handler.ts';
import type { ActionOrder } from './action-order.ts';
import { composeMail, recordedMail } from './compose-mail.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Execution } from './execute-action.ts';
import { readNotificationAddress } from '../tenants/read-notification-address.ts';

/** Why a mail without To is not sent. */
export const noAddressee = 'The tenant has no internal notification address.';

/** Sends a mail about the occasion to the parameter To, else to the tenant's internal notification address. */
export const sendEmail = async (services: Services, step: Step, order: ActionOrder): Promise<Execution> => {
  const usual = await services.gate.read(step.context, 'Tenants:view', (db) =>
    readNotificationAddress(db, order.tenantId),
  );
  const mail = composeMail(order, usual);
  if (mail.to.length === 0) return { outside: { kind: 'failed', detail: noAddressee } };
  return deliverMail(services, step, { ...mail, messageId: order.messageId }, recordedMail(order, usual));
};
