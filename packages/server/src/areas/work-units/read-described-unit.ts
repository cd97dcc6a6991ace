import type { WorkUnit } from '@cfs/contracts/work-units';
import type { Configuration } from '../../platform/configuration.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { StreamKey } from './history/work-unit-history.ts';
import { toWorkUnit } from './list/work-unit-wire.ts';

/** The origin that links in mails lead to. */
export const portalOrigin = ({ publicOrigin, port }: Pick<Configuration, 'publicOrigin' | 'port'>): string =>
  publicOrigin ?? `http://localhost:${port}`;

/** A unit with what those outside the portal need to speak of it; `undefined` when there is none. */
export const readDescribedUnit = async (
  configuration: Pick<Configuration, 'publicOrigin' | 'port'>,
  db: ScopedDatabase,
  { tenantId, workUnitId }: StreamKey,
): Promise<{ unit: WorkUnit; tenantName: string; url: string } | undefined> => {
  const row = await db
    .selectFrom('work_units')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .executeTakeFirst();
  return (
    row && {
      unit: toWorkUnit(row),
      tenantName: row.tenant_name,
      url: `${portalOrigin(configuration)}/${tenantId}/workunitsv2?workUnitId=${workUnitId}`,
    }
  );
};
