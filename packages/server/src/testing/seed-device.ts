import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './test-database.ts';

/** Inserts a subscription of the tenant, bypassing every policy. */
export const seedSubscription = async (database: TestDatabase, tenantId: string): Promise<string> => {
  const subscriptionId = randomUUID();
  await database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'Matrix', now(), 'matrix', now(), 'matrix')`,
    [tenantId, subscriptionId],
  );
  return subscriptionId;
};

/** Inserts a block of the tenant with its latest packet, bypassing every policy. */
export const seedBlock = async (database: TestDatabase, tenantId: string): Promise<Record<string, string>> => {
  const [subscriptionId, blockId] = [await seedSubscription(database, tenantId), randomUUID()];
  await database.asOwner(
    `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
     values ($1, $2, $3, 'Matrix', 1, now(), 'matrix', now(), 'matrix')`,
    [tenantId, blockId, subscriptionId],
  );
  await database.asOwner(
    `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at, value) values ($1, $2, now(), now(), '1')`,
    [tenantId, blockId],
  );
  await database.asOwner(
    `insert into cfs.entity_logs (tenant_id, entity_id, log_entry_id, created, entry_type, detail)
     values ($1, $2::uuid, $3, now(), 'Info', $2::uuid::text)`,
    [tenantId, blockId, randomUUID()],
  );
  return { tenantId, subscriptionId, blockId };
};

/** Inserts a device of the tenant, bypassing every policy. */
export const seedDevice = async (database: TestDatabase, tenantId: string): Promise<Record<string, string>> => {
  const [subscriptionId, deviceId, locationId] = [
    await seedSubscription(database, tenantId),
    randomUUID(),
    randomUUID(),
  ];
  await database.asOwner(
    `insert into cfs.locations (tenant_id, location_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'Matrix', now(), 'matrix', now(), 'matrix')`,
    [tenantId, locationId],
  );
  await database.asOwner(
    `insert into cfs.devices (tenant_id, device_id, subscription_id, name, device_type_id, operating_system_id,
       device_logging_level_id, heartbeat_interval, enabled, location_id, created, created_by, modified, modified_by)
     values ($1, $2, $3, 'Matrix', 0, 4, 0, 60, true, $4, now(), 'matrix', now(), 'matrix')`,
    [tenantId, deviceId, subscriptionId, locationId],
  );
  return { tenantId, subscriptionId, deviceId, locationId };
};
