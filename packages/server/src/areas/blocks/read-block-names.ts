import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';

const permission = 'Blocks:view';

/** Returns the names of the entities' blocks by lower-case id; blocks outside the caller's scope are absent. */
export const readBlockNames = async (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows =
    entityIds.length === 0
      ? []
      : await gate.read(context, permission, (db) =>
          db
            .selectFrom('blocks')
            .select(['block_id', 'name'])
            .where('block_id', 'in', entityIds)
            .where(inScope(context, permission, 'blocks.tenant_id'))
            .execute(),
        );
  return new Map(rows.map(({ block_id, name }) => [block_id, name]));
};
