import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';

/** Throws 404 unless the tenant can record statuses of the control: it is its own or shared, and not retired. */
export const expectControl = async (
  db: ScopedDatabase,
  context: Context,
  tenantId: string,
  controlId: string,
): Promise<void> => {
  const control = await db
    .selectFrom('controls')
    .select('control_id')
    .where('control_id', '=', controlId)
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where('is_retired', '=', false)
    .where(inScope(context, { permission: 'Compliance:edit', shared: true }, 'controls.tenant_id'))
    .executeTakeFirst();
  if (!control) throw notFound('Control');
};
