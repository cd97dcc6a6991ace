import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';

const permissions = {
  blocks: 'Blocks:view',
  devices: 'Devices:view',
  service_level_targets: 'WorkUnits.ServiceLevels:view',
  packet_history: 'Packets:view',
  control_sets: 'Compliance:view',
  control_statuses: 'Compliance:view',
  locations: 'Locations:view',
  publisher_keys: 'Packages:view',
  rules: 'Rules:view',
  work_units: 'WorkUnits:view',
  work_unit_communications: 'WorkUnitCommunications:view',
  work_unit_categories: 'WorkUnits.Categories:view',
} as const;

/** Whether the table has no row that is visible to the context. */
export async function isEmpty(
  services: Pick<Services, 'gate'>,
  context: Context,
  table: keyof typeof permissions,
): Promise<boolean> {
  const [row] = await services.gate.read(context, permissions[table], (db) =>
    db.selectFrom(table).select('tenant_id').limit(1).execute(),
  );
  return row === undefined;
}
