import { preferenceLimit } from '@cfs/contracts/preferences';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { conflict } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { lockChoices } from './lock-choices.ts';
import { ownRows, personOf } from './own-rows.ts';

type Needs = Pick<Services, 'gate'>;

/** Counts the caller's preferences with other names. */
const countOthers = async (db: ScopedDatabase, context: Context, name: string): Promise<number> => {
  const { count } = await db
    .selectFrom('preferences')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(inScope(context, ownRows, 'preferences.user_id'))
    .where('name', '!=', name)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * Stores a preference or replaces it; the last writer wins.
 *
 * @throws 409 if the person has reached the maximum number of preferences.
 */
export const storePreference = ({ gate }: Needs, context: Context, name: string, value: unknown): Promise<void> => {
  const userId = personOf(context);
  return gate.write(context, ownRows, async (db) => {
    await lockChoices(db, userId);
    if ((await countOthers(db, context, name)) >= preferenceLimit)
      throw conflict(`You have reached the limit of ${preferenceLimit} preferences.`);
    const chosen = { value: JSON.stringify(value), modified: context.clock.now() };
    await db
      .insertInto('preferences')
      .values({ user_id: userId, name, ...chosen })
      .onConflict((target) => target.columns(['user_id', 'name']).doUpdateSet(chosen))
      .execute();
  });
};

/** Deletes a preference; a no-op if there is none. */
export const deletePreference = async ({ gate }: Needs, context: Context, name: string): Promise<void> => {
  personOf(context);
  await gate.write(context, ownRows, (db) =>
    db
      .deleteFrom('preferences')
      .where('name', '=', name)
      .where(inScope(context, ownRows, 'preferences.user_id'))
      .execute(),
  );
};
