import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { queryScopeOf } from '../../../platform/database/in-scope.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import type { PersonRow } from '../access-wire.ts';
import { peopleScope } from './person-entity.ts';

/** The SQL condition that the caller sees the person. */
const inSight = (context: Context): RawBuilder<boolean> => {
  const scope = queryScopeOf(context, peopleScope);
  if (scope.kind === 'all') return sql<boolean>`true`;
  return sql<boolean>`exists (select from cfs.grants held
    where held.user_id = people.user_id and held.tenant_id = any (${scope.tenantIds}::uuid[]))`;
};

/** Resolves with the person; throws 404 unless the caller sees them. */
export const readPerson = ({ gate }: Pick<Services, 'gate'>, context: Context, userId: string): Promise<PersonRow> =>
  gate.read(context, peopleScope, async (db) => {
    const row = await db
      .selectFrom('people')
      .selectAll()
      .where('user_id', '=', userId)
      .where(inSight(context))
      .executeTakeFirst();
    if (!row) throw notFound('Person');
    return row;
  });
