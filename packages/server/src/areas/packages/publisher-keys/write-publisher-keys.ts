import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { publisherKeyLimit, type PublisherKey, type PublisherKeyCreate } from '@cfs/contracts/publisher-keys';
import { expectAllTenants } from '../../../platform/access/expect-all-tenants.ts';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { expectRoom } from '../../../platform/database/expect-room.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { toWire } from '../../../platform/odata/wire-form.ts';
import { conflict, invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { raiseConfigurationVersionOfAll } from '../../devices/raise-configuration-version.ts';
import { ownerTenant } from '../../tenants/owner-tenant.ts';
import { fingerprintOf, publicKeyBytes, rawPublicKeyOf } from '../bundles/ed25519.ts';
import { publisherKeyEntity } from './publisher-key-entity.ts';

/** The permission to decide whose bundles a tenant accepts: that of its administrators. */
export const publisherKeysPermission = 'Tenants:edit';

const scope = { permission: publisherKeysPermission, shared: true } as const;

const noKey = 'Please enter an Ed25519 public key: PEM, or its 32 bytes in base64.';
const base64Key = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * Returns the raw bytes of a key in PEM or base64.
 *
 * @throws 400 for anything else, private keys in particular.
 */
const parsePublicKey = (text: string): Buffer => {
  const trimmed = text.trim();
  if (/PRIVATE KEY/.test(trimmed))
    throw invalid({ PublicKey: ['This is a private key. Keep it secret, and enter the public key.'] });
  if (base64Key.test(trimmed)) return Buffer.from(trimmed, 'base64url');
  let key: KeyObject;
  try {
    key = createPublicKey(trimmed);
  } catch {
    throw invalid({ PublicKey: [noKey] });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw invalid({ PublicKey: [noKey] });
  return rawPublicKeyOf(key);
};

const room = { table: 'publisher_keys', max: publisherKeyLimit, noun: 'publisher keys' } as const;

/**
 * Trusts a key: bundles that it signed are accepted from now on. The agents of the tenant receive it.
 *
 * @throws 400 for text that is not an Ed25519 public key, 409 for a key that the tenant already trusts, or if the limit
 * is reached.
 */
export const createPublisherKey = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  { name, publicKey, tenantId: wanted }: PublisherKeyCreate,
): Promise<PublisherKey> =>
  gate.write(context, scope, async (db, change) => {
    const tenantId = await ownerTenant(db, context, publisherKeysPermission, wanted);
    const raw = parsePublicKey(publicKey);
    if (raw.length !== publicKeyBytes) throw invalid({ PublicKey: [noKey] });
    await expectRoom(db, tenantId, room);
    const row = await db
      .insertInto('publisher_keys')
      .values({
        tenant_id: tenantId,
        publisher_key_id: randomUUID(),
        name,
        public_key: raw,
        fingerprint: fingerprintOf(raw),
        ...change.createdOnce(),
      })
      .onConflict((clash) => clash.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw conflict('The tenant already trusts this key.');
    await raiseConfigurationVersionOfAll(db, tenantId);
    const after = toWire(publisherKeyEntity, row);
    await change.record({ entity: 'PublisherKey', id: row.publisher_key_id, tenantId, after });
    return after;
  });

/** Removes a trusted key: agents no longer install bundles that it signed. Installed packages are kept. */
export const deletePublisherKey = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  publisherKeyId: string,
): Promise<void> =>
  gate.write(context, scope, async (db, change) => {
    const row = await db
      .selectFrom('publisher_keys')
      .selectAll()
      .where('publisher_key_id', '=', publisherKeyId)
      .where(inScope(context, scope, 'publisher_keys.tenant_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('Publisher key');
    if (row.tenant_id === systemTenantId) expectAllTenants(context, publisherKeysPermission);
    await db
      .deleteFrom('publisher_keys')
      .where('tenant_id', '=', row.tenant_id)
      .where('publisher_key_id', '=', publisherKeyId)
      .execute();
    await raiseConfigurationVersionOfAll(db, row.tenant_id);
    await change.record({
      entity: 'PublisherKey',
      id: publisherKeyId,
      tenantId: row.tenant_id,
      before: toWire(publisherKeyEntity, row),
    });
  });
