import type { Area } from '../../platform/services.ts';
import { mailPreviewRoutes } from './mail-previews/mail-preview-routes.ts';
import { outboxEntity } from './outbox-entity.ts';
import { outboxRoutes } from './outbox-routes.ts';

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
};
