import type { Area } from '../../platform/services.ts';
import { mailAddressRoutes } from './addresses/mail-address-routes.ts';
import { receivedMailEntity } from './received-mail-entity.ts';
import { receivedMailRoutes } from './received-mail-routes.ts';
import { removeOldMails } from './remove-old-mails.ts';

const hourMilliseconds = 3_600_000;

/** Received mails, which open requests or become notes, and the tenants' addresses. `serve.ts` starts the listener. */
export const mailInArea: Area = {
  name: 'mail-in',
  entities: [receivedMailEntity],
  tables: {
    mail_addresses: ['MailAddress'],
    received_mails: { exempt: 'durable work' },
  },
  routes: (app, services) => {
    receivedMailRoutes(app, services);
    mailAddressRoutes(app, services);
  },
  tasks: { 'remove old received mails': { pauseMilliseconds: hourMilliseconds, run: removeOldMails } },
};
