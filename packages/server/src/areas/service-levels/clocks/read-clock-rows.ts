import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { ClockRow } from './clock-table.ts';

/** The clocks of a unit, the response first. */
export const readClockRows = (
  db: ScopedDatabase,
  key: { readonly tenantId: string; readonly workUnitId: number },
): Promise<ClockRow[]> =>
  db
    .selectFrom('service_level_clocks')
    .selectAll()
    .where('tenant_id', '=', key.tenantId)
    .where('work_unit_id', '=', key.workUnitId)
    .orderBy('kind')
    .execute();
