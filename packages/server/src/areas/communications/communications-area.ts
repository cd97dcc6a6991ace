import type { Area } from '../../platform/services.ts';
import { communicationActivitiesRoutes } from './activities/communication-activities-routes.ts';
import { communicationActivityEntity } from './activities/communication-activity-entity.ts';
import { communicationEntity } from './communication-entity.ts';
import { communicationsRoutes } from './communications-routes.ts';
import { mailNotification, notificationMailHandler } from './notifications/notification-mail.ts';

export const communicationsArea: Area = {
  name: 'communications',
  entities: [communicationEntity, communicationActivityEntity],
  tables: {
    work_unit_communications: ['WorkUnitCommunication'],
    work_unit_communication_activities: ['WorkUnitCommunicationActivity'],
    work_unit_communication_work_units: ['WorkUnitCommunicationWorkUnit'],
    internal_notifications: ['InternalNotification'],
  },
  routes: (app, services) => {
    communicationsRoutes(app, services);
    communicationActivitiesRoutes(app, services);
  },
  handlers: { [notificationMailHandler]: mailNotification },
};
