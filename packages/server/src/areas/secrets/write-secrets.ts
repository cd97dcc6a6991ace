import { randomUUID } from 'node:crypto';
import { maxSecretsPerTenant, type Secret, type SecretWrite } from '@cfs/contracts/secrets';
import type { Change } from '../../platform/audit/change.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { expectModified } from '../../platform/modified.ts';
import { conflict, notFound } from '../../platform/problems.ts';
import { sealValue } from '../../platform/secrets/sealed-value.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { addDataKey, latestDataKey, lockSecrets } from './data-keys.ts';
import { listSecrets } from './list-secrets.ts';
import type { OnSecretChange } from './secrets-needs.ts';
import { describeUsers, type FindSecretUsers, type SecretUser } from './secret-users.ts';
import { secretColumns, toSecret, type SecretRow } from './secret-wire.ts';
import { secretsPermission } from './secrets-permission.ts';
import { orUnreadable } from './unreadable-secrets.ts';

type Needs = Pick<Services, 'gate' | 'keys'>;

/** @throws 409 if the secret does not match `modified`, or the tenant has the maximum number of secrets. */
const expectWritable = (
  secrets: readonly SecretRow[],
  stored: SecretRow | undefined,
  { name, modified }: SecretWrite,
): void => {
  if (stored && modified === null) throw conflict(`A secret "${name}" already exists.`);
  if (!stored && modified) throw conflict('The secret was deleted since it was opened.');
  if (stored) expectModified(stored.modified, modified);
  else if (secrets.length >= maxSecretsPerTenant)
    throw conflict(`The tenant has reached the limit of ${maxSecretsPerTenant} secrets.`);
};

/** Encrypts the value under the tenant's latest data key, which is created for the first secret. */
const seal = async ({ keys }: Needs, db: ScopedDatabase, change: Change, tenantId: string, body: SecretWrite) => {
  const { key, version } =
    (await latestDataKey(db, keys, tenantId)) ?? (await addDataKey(db, keys, change, tenantId, 1));
  return { sealed_value: sealValue(key, { tenantId, name: body.name }, body.value), key_version: version };
};

/**
 * Creates a secret, or replaces the value of the existing one with this name.
 *
 * @throws 404 for a tenant without the permission, 409 if the secret does not match `modified` or the tenant has the
 * maximum number of secrets.
 */
export const writeSecret = (
  services: Needs,
  context: Context,
  tenantId: string,
  body: SecretWrite,
  onChange: OnSecretChange,
): Promise<Secret> =>
  orUnreadable(
    services.gate.write(context, secretsPermission, async (db, change) => {
      await expectTenant(db, context, secretsPermission, tenantId);
      await lockSecrets(db, tenantId);
      const secrets = await listSecrets(db, context, tenantId);
      const stored = secrets.find((each) => each.name === body.name);
      expectWritable(secrets, stored, body);
      const sealed = await seal(services, db, change, tenantId, body);
      const row = stored
        ? await db
            .updateTable('secrets')
            .set({ ...sealed, ...change.modified(stored) })
            .where('tenant_id', '=', tenantId)
            .where('secret_id', '=', stored.secret_id)
            .returning(secretColumns)
            .executeTakeFirstOrThrow()
        : await db
            .insertInto('secrets')
            .values({ ...sealed, ...change.created(), tenant_id: tenantId, secret_id: randomUUID(), name: body.name })
            .returning(secretColumns)
            .executeTakeFirstOrThrow();
      const after = toSecret(row);
      const before = stored && { before: toSecret(stored) };
      await change.record({ entity: 'Secret', id: after.id, tenantId, ...before, after });
      if (stored) await onChange(db, change, { tenantId, name: body.name });
      return after;
    }),
  );

/**
 * Deletes a secret.
 *
 * @throws 404 for an unknown secret or tenant, 409 that names what references it.
 */
export const deleteSecret = (
  { gate }: Pick<Needs, 'gate'>,
  context: Context,
  tenantId: string,
  secretId: string,
  findUsers: readonly FindSecretUsers[],
): Promise<void> => {
  const scope = { permission: secretsPermission, shared: true } as const;
  return gate.write(context, scope, async (db, change) => {
    await expectTenant(db, context, secretsPermission, tenantId);
    await lockSecrets(db, tenantId);
    const stored = await db
      .selectFrom('secrets')
      .select(secretColumns)
      .where('tenant_id', '=', tenantId)
      .where('secret_id', '=', secretId)
      .where(inScope(context, secretsPermission, 'secrets.tenant_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!stored) throw notFound('Secret');
    const users: SecretUser[] = [];
    for (const find of findUsers) users.push(...(await find(db, context, scope, { tenantId, name: stored.name })));
    if (users.length > 0) throw conflict(`The secret is used by ${describeUsers(users)}.`);
    await db.deleteFrom('secrets').where('tenant_id', '=', tenantId).where('secret_id', '=', secretId).execute();
    await change.record({ entity: 'Secret', id: secretId, tenantId, before: toSecret(stored) });
  });
};
