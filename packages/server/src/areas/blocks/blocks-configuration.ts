import type { AreaConfiguration } from '../../platform/tenant-configuration/configuration-part.ts';

/** Blocks are not part of a tenant's configuration, but rules refer to them by name. */
export const blocksConfiguration: AreaConfiguration = {
  names: [
    {
      kind: 'block',
      async read(db, tenantId) {
        const rows = await db
          .selectFrom('blocks')
          .select(['block_id', 'name'])
          .where('tenant_id', '=', tenantId)
          .execute();
        return rows.map(({ block_id: id, name }) => ({ id, name, isShared: false }));
      },
    },
  ],
};
