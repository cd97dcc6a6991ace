import type { RevealedSecret } from '@cfs/contracts/secrets';
import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { openSecret, sealedSecrets } from './sealed-secret.ts';
import { secretsPermission } from './secrets-permission.ts';
import { orUnreadable } from './unreadable-secrets.ts';

/**
 * Returns the value of a secret. The read is recorded in the audit in the same transaction; if that fails, the value is
 * not returned.
 *
 * @throws 404 for an unknown secret or tenant, 500 if it was encrypted under another master key.
 */
export const revealSecret = (
  { gate, keys }: Pick<Services, 'gate' | 'keys'>,
  context: Context,
  tenantId: string,
  secretId: string,
): Promise<RevealedSecret> =>
  orUnreadable(
    gate.write(context, secretsPermission, async (db, change) => {
      await expectTenant(db, context, secretsPermission, tenantId);
      const row = await sealedSecrets(db, tenantId)
        .where('secrets.secret_id', '=', secretId)
        .where(inScope(context, secretsPermission, 'secrets.tenant_id'))
        .executeTakeFirst();
      if (!row) throw notFound('Secret');
      const value = openSecret(keys, tenantId, row);
      await change.record({ entity: 'SecretReveal', id: secretId, tenantId, after: { name: row.name } });
      return { id: secretId, name: row.name, value };
    }),
  );
