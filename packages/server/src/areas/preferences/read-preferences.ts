import type { Preferences } from '@cfs/contracts/preferences';
import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';
import { ownRows, personOf } from './own-rows.ts';

/** The caller's preferences by name. */
export const readPreferences = ({ gate }: Pick<Services, 'gate'>, context: Context): Promise<Preferences> => {
  personOf(context);
  return gate.read(context, ownRows, async (db) => {
    const rows = await db
      .selectFrom('preferences')
      .select(['name', 'value'])
      .where(inScope(context, ownRows, 'preferences.user_id'))
      .orderBy('name')
      .execute();
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  });
};
