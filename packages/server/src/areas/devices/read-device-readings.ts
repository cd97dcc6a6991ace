import type { DeviceReadings } from '@cfs/contracts/devices';
import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';
import { readMetricSamples } from '../packets/history/read-metric-samples.ts';

/** Selects readings of these devices over the last `hours`, in as many steps as there are points. */
interface ReadingsQuery {
  readonly deviceIds: readonly string[];
  readonly hours: number;
  readonly points: number;
}

/**
 * Returns the last reading of each step, by device; devices outside the caller's scope are absent. Steps begin at
 * multiples of their length, so that repeated calls read the same packets.
 */
export const readDeviceReadings = async (
  { gate, clock }: Pick<Services, 'gate' | 'clock'>,
  context: Context,
  { deviceIds, hours, points }: ReadingsQuery,
): Promise<DeviceReadings> => {
  const stepSeconds = Math.ceil((hours * 3_600) / points);
  const lastStep = Math.floor(clock.now().getTime() / 1_000 / stepSeconds);
  const from = new Date((lastStep - points + 1) * stepSeconds * 1_000);
  const blank = (): (number | null)[] => Array.from({ length: points }, () => null);
  return gate.read(context, 'Devices:view', async (db) => {
    const devices = await db
      .selectFrom('devices')
      .select(['tenant_id as tenantId', 'device_id as entityId'])
      .where((row) => row('device_id', '=', row.fn.any(row.val([...deviceIds]))))
      .where('is_deleted', '=', false)
      .where(inScope(context, 'Devices:view', 'devices.tenant_id'))
      .execute();
    const series = new Map(
      devices.map(({ entityId: deviceId }) => [
        deviceId,
        { deviceId, cpuPercent: blank(), memoryPercent: blank(), diskPercent: blank() },
      ]),
    );
    for (const sample of await readMetricSamples(db, devices, { from, stepSeconds, steps: points })) {
      const of = series.get(sample.entityId);
      if (!of) continue;
      of.cpuPercent[sample.step] = sample.cpuPercent;
      of.memoryPercent[sample.step] = sample.memoryPercent;
      of.diskPercent[sample.step] = sample.diskPercent;
    }
    return { from: from.toISOString(), stepSeconds, value: [...series.values()] };
  });
};
