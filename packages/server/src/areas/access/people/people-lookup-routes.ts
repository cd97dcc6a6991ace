import { z } from 'zod';
import { peopleSearch, personLookup } from '@cfs/contracts/access';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { findGroups, findPeople } from './find-people.ts';

/** The searches for people and groups to name in a form (docs/reference/access.md#calls). */
export const peopleLookupRoutes = (app: App, { snapshot }: Services): void => {
  const permission = 'People:view';
  const options = {
    schema: { querystring: peopleSearch, response: { 200: z.array(personLookup) } },
  } as const;

  app.get(
    '/api/people',
    { ...options, config: { permission, summary: 'People to choose from' } },
    async ({ context, query }) =>
      findPeople(await snapshot.current(), context.scopeOf('People:view'), query.searchTerm),
  );

  app.get(
    '/api/peopleAndGroups',
    { ...options, config: { permission, summary: 'People and groups to choose from' } },
    async ({ context, query }) => {
      const current = await snapshot.current();
      const scope = context.scopeOf('People:view');
      return [...findPeople(current, scope, query.searchTerm), ...findGroups(current, scope, query.searchTerm)];
    },
  );
};
