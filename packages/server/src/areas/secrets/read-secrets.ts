import type { Secret } from '@cfs/contracts/secrets';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { listSecrets } from './list-secrets.ts';
import { toSecret } from './secret-wire.ts';
import { secretsPermission } from './secrets-permission.ts';

/**
 * The tenant's secrets without their values, sorted by name.
 *
 * @throws 404 for a tenant without the permission.
 */
export const readSecrets = ({ gate }: Pick<Services, 'gate'>, context: Context, tenantId: string): Promise<Secret[]> =>
  gate.read(context, secretsPermission, async (db) => {
    await expectTenant(db, context, secretsPermission, tenantId);
    return (await listSecrets(db, context, tenantId)).map(toSecret);
  });
