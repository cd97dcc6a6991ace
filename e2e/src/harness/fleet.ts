import type { SubscriptionLookup } from '@cfs/contracts/access';
import { firstRunAuthor } from '@cfs/contracts/first-hour-steps';
import { expect } from 'vitest';
import { apiAs } from './api.ts';
import { journey } from './journey.ts';
import type { Product } from './product.ts';

/** The ids in the URLs of screens and panels. */
export interface Fleet {
  readonly tenantId: string;
  /** The id of the device, its agent and its heartbeat block. */
  readonly deviceId: string;
  readonly locationId: string;
  readonly workUnitId: number;
  /** A unit in the Resolution Center. */
  readonly requestId: number;
  readonly ruleId: string;
  /** A package with operations and several versions. */
  readonly packageId: string;
  readonly protocolId: string;
  readonly protocolActionId: string;
  /** An HTTP action. */
  readonly actionId: string;
  readonly userId: string;
  readonly roleId: string;
  readonly subscriptionId: string;
}

interface Listed {
  readonly value: readonly Record<string, string & number>[];
}

/** Filter for the device of the machine's own agent. */
const promoted = encodeURIComponent(`createdBy ne '${firstRunAuthor}'`);

/** The ids of a first run: those of its agent, which is promoted, and of the demo data. */
export const findFleet = async ({ product }: { readonly product: Product }): Promise<Fleet> => {
  const api = await apiAs(product, 'admin');
  const first = async (path: string) => {
    const { value } = (await api.call('GET', path)) as Listed;
    return value[0];
  };
  const subscriptions = (await api.call('GET', '/api/generallookup/subscriptions')) as readonly SubscriptionLookup[];
  const production = subscriptions.find(({ name }) => name === 'Production');
  const { tenantId = '', subscriptionId = '' } = production ?? {};
  await api.call('POST', `/v1/tenantSubscriptionContext/${tenantId}`, { tenant: tenantId, subscriptionId });
  await expect
    .poll(async () => {
      const pending = await first('/v1/pendingdevices');
      if (pending !== undefined)
        await api.call('POST', '/v1/pendingdevices/batchpromote', [pending['pendingDeviceId']]);
      // The demo data have packets before the agent does.
      return (await first(`/v1/devices?$filter=${promoted}&$expand=latestPacket`))?.['latestPacket'];
    })
    .toBeTruthy();
  const action = await first('/v1/protocolActions');
  return {
    tenantId,
    deviceId: (await first(`/v1/devices?$filter=${promoted}`))?.['deviceId'] ?? '',
    locationId: (await first('/v1/locations'))?.['locationId'] ?? '',
    workUnitId: (await first('/v1/workunits?$orderby=workUnitId'))?.['workUnitId'] ?? 0,
    requestId: (await first('/v1/workunits/rc?$orderby=workUnitId'))?.['workUnitId'] ?? 0,
    ruleId: (await first('/v1/rules'))?.['ruleId'] ?? '',
    packageId: (await first(`/v1/packages?$filter=name eq 'Disk Watcher'`))?.['packageId'] ?? '',
    protocolId: action?.['protocolId'] ?? '',
    protocolActionId: action?.['protocolActionId'] ?? '',
    actionId: (await first('/v1/actionDefinitions?$filter=actionDefinitionTypeId eq 2'))?.['actionDefinitionId'] ?? '',
    userId: (await first('/v1/people'))?.['userId'] ?? '',
    roleId: (await first('/v1/roles?$filter=builtIn eq true'))?.['roleId'] ?? '',
    subscriptionId,
  };
};

/** A journey with the ids of a fleet: one agent, and the demo data. */
export const fleetJourney = journey.extend('fleet', { scope: 'file' }, findFleet);
