import type { Area } from '../../platform/services.ts';
import { registerAttachmentRoutes } from './attachment-routes.ts';
import { messageEntity } from './message-entity.ts';
import { registerOldExperienceRoutes } from './old-experience/old-experience-routes.ts';
import { registerRelationRoutes } from './relation-routes.ts';
import { registerScoreRoutes } from './score-routes.ts';
import { sendUnitMail } from './send-unit-mail.ts';
import { registerTeamRoutes } from './team-routes.ts';
import { unitMailHandler } from './unit-mail.ts';
import { workUnitEntity } from './work-unit-entity.ts';
import { registerWorkUnitNotesRoutes } from './work-unit-notes-routes.ts';
import { registerWorkUnitRoutes } from './work-unit-routes.ts';

export const workUnitsArea: Area = {
  name: 'work-units',
  entities: [workUnitEntity, messageEntity],
  routes: (app, services) => {
    registerWorkUnitRoutes(app, services);
    registerWorkUnitNotesRoutes(app, services);
    registerAttachmentRoutes(app, services);
    registerRelationRoutes(app, services);
    registerScoreRoutes(app, services);
    registerTeamRoutes(app, services);
    registerOldExperienceRoutes(app, services);
  },
  handlers: { [unitMailHandler]: sendUnitMail },
};
