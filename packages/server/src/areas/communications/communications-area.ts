import type { Area } from '../../platform/services.ts';
import { communicationActivitiesRoutes } from './activities/communication-activities-routes.ts';
import { communicationActivityEntity } from './activities/communication-activity-entity.ts';
import { communicationEntity } from './communication-entity.ts';
import { communicationsRoutes } from './communications-routes.ts';
import { statusPagesRoutes } from './status-pages/status-pages-routes.ts';
import { publishCommunication } from './subscribers/publish-communication.ts';
import { publicationHandler } from './subscribers/queue-publication.ts';
import { subscriberMailHandler } from './subscribers/queue-subscriber-mails.ts';
import { removeOldDeliveries } from './subscribers/remove-old-deliveries.ts';
import { removeUnconfirmed } from './subscribers/remove-unconfirmed.ts';
import { subscriptionRequestHandler, takeSubscriptionRequest } from './subscribers/request-subscription.ts';
import { digestTimer, sendDigest } from './subscribers/send-digest.ts';
import { sendSubscriberMail } from './subscribers/send-subscriber-mail.ts';
import { subscriberDeliveryEntity } from './subscribers/subscriber-delivery-entity.ts';
import { subscriberEntity } from './subscribers/subscriber-entity.ts';
import { subscribersRoutes } from './subscribers/subscribers-routes.ts';
import { subscriptionRoutes } from './subscribers/subscription-routes.ts';
import { mailNotification, notificationMailHandler } from './notifications/notification-mail.ts';

const hourMilliseconds = 3_600_000;

export const communicationsArea: Area = {
  name: 'communications',
  entities: [communicationEntity, communicationActivityEntity, subscriberEntity, subscriberDeliveryEntity],
  tables: {
    work_unit_communications: ['WorkUnitCommunication'],
    work_unit_communication_activities: ['WorkUnitCommunicationActivity'],
    work_unit_communication_work_units: ['WorkUnitCommunicationWorkUnit'],
    internal_notifications: ['InternalNotification'],
    communication_subscribers: ['Subscriber'],
    subscriber_settings: ['SubscriberSettings'],
    status_pages: ['StatusPage'],
    communication_publications: { exempt: 'durable work' },
    subscriber_deliveries: { exempt: 'durable work' },
  },
  routes: (app, services) => {
    communicationsRoutes(app, services);
    communicationActivitiesRoutes(app, services);
    subscribersRoutes(app, services);
    subscriptionRoutes(app, services);
    statusPagesRoutes(app, services);
  },
  handlers: {
    [notificationMailHandler]: mailNotification,
    [publicationHandler]: publishCommunication,
    [subscriberMailHandler]: sendSubscriberMail,
    [subscriptionRequestHandler]: takeSubscriptionRequest,
  },
  timers: { [digestTimer]: sendDigest },
  tasks: {
    'remove old mails to subscribers': { pauseMilliseconds: hourMilliseconds, run: removeOldDeliveries },
    'remove unconfirmed subscribers': { pauseMilliseconds: hourMilliseconds, run: removeUnconfirmed },
  },
};
