import type { Area } from '../../platform/services.ts';
import { mailPreviewRoutes } from './mail-previews/mail-preview-routes.ts';
import { removeExpiredPreviews } from './mail-previews/remove-expired-previews.ts';
import { outboxEntity } from './outbox-entity.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { removeOldMessages } from './remove-old-messages.ts';

const hourMilliseconds = 3_600_000;

/** Mails that were kept instead of sent, and pages that preview mails. */
export const outboxArea: Area = {
  name: 'outbox',
  entities: [outboxEntity],
  tables: {
    outbox_messages: { exempt: 'durable work' },
    mail_previews: { exempt: 'internal' },
  },
  routes: (app, services) => {
    outboxRoutes(app, services);
    mailPreviewRoutes(app, services);
  },
  tasks: {
    'remove expired mail previews': { pauseMilliseconds: hourMilliseconds, run: removeExpiredPreviews },
    'remove old kept mails': { pauseMilliseconds: hourMilliseconds, run: removeOldMessages },
  },
};
