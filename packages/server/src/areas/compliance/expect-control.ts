import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';

/**
 * Throws 404 unless the tenant can record statuses of the control: it is its own or shared, and neither it nor its set
 * is retired.
 */
export const expectControl = async (
  db: ScopedDatabase,
  context: Context,
  tenantId: string,
  controlId: string,
): Promise<void> => {
  const control = await db
    .selectFrom('controls')
    .innerJoin('control_sets', 'control_sets.control_set_id', 'controls.control_set_id')
    .select('controls.control_id')
    .where('controls.control_id', '=', controlId)
    .where('controls.tenant_id', 'in', [tenantId, systemTenantId])
    .where('controls.is_retired', '=', false)
    .where('control_sets.is_retired', '=', false)
    .where(inScope(context, { permission: 'Compliance:edit', shared: true }, 'controls.tenant_id'))
    .executeTakeFirst();
  if (!control) throw notFound('Control');
};
