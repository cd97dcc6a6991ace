import { preferenceLimit, type Preferences } from '@cfs/contracts/preferences';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { lockChoices } from './lock-choices.ts';
import { ownRows, personOf } from './own-rows.ts';
import { countOthers, deletePreference, listPreferences, savePreference } from './preferences-repository.ts';

type Needs = Pick<Services, 'gate'>;

/** What the caller chose, by name. */
export const readPreferences = ({ gate }: Needs, context: Context): Promise<Preferences> => {
  personOf(context);
  return gate.read(context, ownRows, async (db) => {
    const rows = await listPreferences(db, context);
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  });
};

/** Keeps a choice in the place of the one before; the last writer wins. 409 for one more than a person may keep. */
export const keepPreference = ({ gate }: Needs, context: Context, name: string, value: unknown): Promise<void> => {
  const userId = personOf(context);
  return gate.write(context, ownRows, async (db) => {
    await lockChoices(db, userId);
    if ((await countOthers(db, context, name)) >= preferenceLimit)
      throw conflict(`You keep ${preferenceLimit} preferences already; more are not kept.`);
    await savePreference(db, { user_id: userId, name, value, modified: context.clock.now() });
  });
};

/** Forgets a choice; forgetting what was never chosen is as good. */
export const forgetPreference = async ({ gate }: Needs, context: Context, name: string): Promise<void> => {
  personOf(context);
  await gate.write(context, ownRows, (db) => deletePreference(db, context, name));
};
