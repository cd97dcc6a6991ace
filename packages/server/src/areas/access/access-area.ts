import type { Area } from '../../platform/services.ts';
import { accessExplanationRoutes } from './explanations/access-explanation-routes.ts';
import { currentUserRoutes } from './current-user/current-user-routes.ts';
import { grantEntity } from './grants/grant-entity.ts';
import { grantRoutes } from './grants/grant-routes.ts';
import { lookupRoutes } from './people/lookup-routes.ts';
import { peopleLookupRoutes } from './people/people-lookup-routes.ts';
import { personEntity } from './people/person-entity.ts';
import { personRoutes } from './people/person-routes.ts';
import { profilePictureRoutes } from './pictures/profile-picture-routes.ts';
import { roleEntity } from './roles/role-entity.ts';
import { roleRoutes } from './roles/role-routes.ts';
import { signOutRoutes } from './current-user/sign-out-routes.ts';

export const accessArea: Area = {
  name: 'access',
  entities: [personEntity, roleEntity, grantEntity],
  tables: {
    people: ['Person'],
    roles: ['Role'],
    grants: ['Grant', 'Role'],
    profile_pictures: ['ProfilePicture'],
  },
  routes: (app, services) => {
    currentUserRoutes(app, services);
    signOutRoutes(app, services);
    profilePictureRoutes(app, services);
    lookupRoutes(app, services);
    peopleLookupRoutes(app, services);
    personRoutes(app, services);
    roleRoutes(app, services);
    grantRoutes(app, services);
    accessExplanationRoutes(app, services);
  },
};
