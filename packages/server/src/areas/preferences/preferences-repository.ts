import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { ownRows } from './own-rows.ts';

export const listPreferences = (db: ScopedDatabase, context: Context) =>
  db
    .selectFrom('preferences')
    .select(['name', 'value'])
    .where(inScope(context, ownRows, 'preferences.user_id'))
    .orderBy('name')
    .execute();

/** How many preferences the person keeps under other names. */
export const countOthers = async (db: ScopedDatabase, context: Context, name: string): Promise<number> => {
  const { count } = await db
    .selectFrom('preferences')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(inScope(context, ownRows, 'preferences.user_id'))
    .where('name', '!=', name)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const savePreference = (
  db: ScopedDatabase,
  row: { readonly user_id: string; readonly name: string; readonly value: unknown; readonly modified: Date },
) => {
  const change = { value: JSON.stringify(row.value), modified: row.modified };
  return db
    .insertInto('preferences')
    .values({ ...row, ...change })
    .onConflict((target) => target.columns(['user_id', 'name']).doUpdateSet(change))
    .execute();
};

export const deletePreference = (db: ScopedDatabase, context: Context, name: string) =>
  db
    .deleteFrom('preferences')
    .where('name', '=', name)
    .where(inScope(context, ownRows, 'preferences.user_id'))
    .execute();
