import type { Permission } from '@cfs/contracts/permissions';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { ControlSetRow } from './control-set-entity.ts';

/** The control set and its name, if it is the tenant's own or shared and not retired; `undefined` otherwise. */
export const findControlSet = (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  tenantId: string,
  controlSetId: string,
): Promise<Pick<ControlSetRow, 'control_set_id' | 'tenant_id' | 'name'> | undefined> =>
  db
    .selectFrom('control_sets')
    .select(['control_set_id', 'tenant_id', 'name'])
    .where('control_set_id', '=', controlSetId)
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where('is_retired', '=', false)
    .where(inScope(context, { permission, shared: true }, 'control_sets.tenant_id'))
    .executeTakeFirst();
