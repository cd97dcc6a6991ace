import { runOutcomeNumbers, type OperationRun, type OperationRuns } from '@cfs/contracts/device-operations';
import { deviceOperationLimits } from '@cfs/contracts/device-operation-texts';
import { nameOf } from '@cfs/contracts/name-of';
import type { PacketMessage } from '@cfs/contracts/packets';
import type { Selectable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { readEntityLogs } from '../packets/entity-logs.ts';
import { readPacketMessages } from '../packets/history/read-packet-messages.ts';
import type { DeviceOperationRunTable } from './device-operation-tables.ts';

type Needs = Pick<Services, 'gate'>;
type StoredRun = Selectable<DeviceOperationRunTable>;

const permission = 'Devices:view';

/**
 * Returns the tenant of a device operation.
 *
 * @throws 404 if it is outside the caller's scope.
 */
const expectVisible = async (db: ScopedDatabase, context: Context, deviceOperationId: string): Promise<string> => {
  const row = await db
    .selectFrom('device_operations')
    .select('tenant_id')
    .where('device_operation_id', '=', deviceOperationId)
    .where(inScope(context, permission, 'device_operations.tenant_id'))
    .executeTakeFirst();
  if (!row) throw notFound('Device Operation');
  return row.tenant_id;
};

/** The newest 1,000 log entries of a device operation. */
export const readOperationLogs = ({ gate }: Needs, context: Context, deviceOperationId: string) =>
  gate.read(context, permission, async (db) => {
    const tenantId = await expectVisible(db, context, deviceOperationId);
    return readEntityLogs(db, context, permission, { tenantId, entityId: deviceOperationId });
  });

const textOr = <Other>(value: unknown, other: Other): string | Other => (typeof value === 'string' ? value : other);
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Derives a run from its packet. Any field may be missing: senders need not be agents. */
const runOfPacket = (packet: { timestamp: Date; value: string | null; message: PacketMessage }): OperationRun => {
  const { Properties, Metrics, States, Diagnostics } = packet.message;
  return {
    runId: textOr(Properties?.['RunId'], null),
    started: packet.timestamp.toISOString(),
    outcome: textOr(States?.['Outcome'], null),
    durationMilliseconds: numberOrNull(Metrics?.['DurationMilliseconds']),
    exitCode: numberOrNull(Metrics?.['ExitCode']),
    value: packet.value,
    output: textOr(Diagnostics?.['Output'], ''),
    outputTruncated: Diagnostics?.['OutputTruncated'] === true,
    error: textOr(Diagnostics?.['Error'], null),
    queuedBy: null,
    state: 'Ended',
  };
};

const stateOf = ({ ended, run_id: runId }: StoredRun): OperationRun['state'] => {
  if (ended !== null) return 'Ended';
  return runId === null ? 'Queued' : 'Running';
};

const runOfRow = (row: StoredRun): OperationRun => ({
  runId: row.run_id,
  started: (row.started ?? row.queued).toISOString(),
  outcome: row.outcome === null ? null : nameOf(runOutcomeNumbers, row.outcome),
  durationMilliseconds: row.duration_milliseconds,
  exitCode: row.exit_code,
  value: null,
  output: row.output ?? '',
  outputTruncated: row.output_truncated ?? false,
  error: row.error,
  queuedBy: row.queued_by,
  state: stateOf(row),
});

/**
 * The newest runs of a device operation, newest first: runs with a packet, and runs on demand that are queued, running
 * or ended without a packet. `before` continues after the last run of a page.
 */
export const readOperationRuns = (
  { gate }: Needs,
  context: Context,
  deviceOperationId: string,
  before: Date | undefined,
): Promise<OperationRuns> =>
  gate.read(context, permission, async (db) => {
    const tenantId = await expectVisible(db, context, deviceOperationId);
    const limit = deviceOperationLimits.runsShown;
    const packets = await readPacketMessages(db, context, permission, {
      tenantId,
      entityId: deviceOperationId,
      before,
      limit,
    });
    const rows = await db
      .selectFrom('device_operation_runs')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('device_operation_id', '=', deviceOperationId)
      .where(inScope(context, permission, 'device_operation_runs.tenant_id'))
      .orderBy('queued', 'desc')
      .limit(deviceOperationLimits.runsKept)
      .execute();
    const onDemand = new Map(
      rows.flatMap((row) => (row.run_id === null ? [] : [[row.run_id, runOfRow(row)] as const])),
    );
    const ofPackets = packets.map((packet): OperationRun => {
      const run = runOfPacket(packet);
      const stored = onDemand.get(run.runId ?? '');
      if (!stored) return run;
      onDemand.delete(run.runId ?? '');
      return { ...run, queuedBy: stored.queuedBy };
    });
    const isOnPage = ({ started }: OperationRun): boolean => before === undefined || started < before.toISOString();
    const others = [...onDemand.values(), ...rows.filter(({ run_id: id }) => id === null).map(runOfRow)];
    const value = [...ofPackets, ...others.filter(isOnPage)]
      .toSorted((one, other) => (one.started < other.started ? 1 : -1))
      .slice(0, limit);
    return { value };
  });
