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
 * The value of a secret. That it was read is recorded in the audit, or the value is not answered.
 *
 * @throws 404, 500 when the master key is not the one that it was encrypted under.
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
