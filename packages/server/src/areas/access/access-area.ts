import type { Area } from '../../platform/services.ts';
import { currentUserRoutes } from './current-user-routes.ts';
import { grantEntity } from './grant-entity.ts';
import { grantRoutes } from './grant-routes.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { personEntity } from './person-entity.ts';
import { personRoutes } from './person-routes.ts';
import { profilePictureRoutes } from './profile-picture-routes.ts';
import { roleEntity } from './role-entity.ts';
import { roleRoutes } from './role-routes.ts';
import { signOutRoutes } from './sign-out-routes.ts';

export const accessArea: Area = {
  name: 'access',
  entities: [personEntity, roleEntity, grantEntity],
  tables: {
    people: ['Person'],
    roles: ['Role'],
    grants: ['Grant', 'Role'],
    profile_pictures: ['ProfilePicture'],
    person_contexts: { exempt: 'own screen' },
    ended_sessions: { exempt: 'sign-in' },
  },
  routes: (app, services) => {
    currentUserRoutes(app, services);
    signOutRoutes(app, services);
    profilePictureRoutes(app, services);
    lookupRoutes(app, services);
    peopleRoutes(app, services);
    personRoutes(app, services);
    roleRoutes(app, services);
    grantRoutes(app, services);
  },
};
