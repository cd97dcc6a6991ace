import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';

const permission = 'Blocks:view';

/** The names of entities by the blocks that show them, by lower-case id; those out of the caller's sight are absent. */
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
