import type { Configuration } from '../../platform/configuration.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { WorkUnitKey } from './history/work-unit-history.ts';
import { toWorkUnit } from './list/work-unit-wire.ts';
import type { DescribedWorkUnit } from './mails/describe-work-unit.ts';

/** The origin of links in mails. */
export const portalOrigin = ({ publicOrigin, port }: Pick<Configuration, 'publicOrigin' | 'port'>): string =>
  publicOrigin ?? `http://localhost:${port}`;

type Settings = Pick<Configuration, 'publicOrigin' | 'port'>;

/** Reads units of a tenant, with tenant name and address for use in mails and HTTP calls; resolves with a map by id. */
export const readDescribedUnits = async (
  configuration: Settings,
  db: ScopedDatabase,
  tenantId: string,
  workUnitIds: readonly number[],
): Promise<ReadonlyMap<number, DescribedWorkUnit>> => {
  const rows = await db
    .selectFrom('work_units')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where((row) => row('work_unit_id', '=', row.fn.any(row.val([...workUnitIds]))))
    .execute();
  return new Map(
    rows.map((row) => [
      row.work_unit_id,
      {
        unit: toWorkUnit(row),
        tenantName: row.tenant_name,
        url: `${portalOrigin(configuration)}/${tenantId}/workunitsv2?workUnitId=${row.work_unit_id}`,
      },
    ]),
  );
};

/** Reads one unit with tenant name and address; `undefined` if there is none. */
export const readDescribedUnit = async (
  configuration: Settings,
  db: ScopedDatabase,
  { tenantId, workUnitId }: WorkUnitKey,
): Promise<DescribedWorkUnit | undefined> =>
  (await readDescribedUnits(configuration, db, tenantId, [workUnitId])).get(workUnitId);
