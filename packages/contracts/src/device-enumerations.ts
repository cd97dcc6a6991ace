/** Kinds of devices; transferred by name. */
export const deviceTypes = { Unknown: 0, Virtual: 1, Physical: 2, Script: 3 } as const;

/** Which logs an agent sends; transferred by name. */
export const deviceLoggingLevels = { All: 0, None: 1 } as const;

/** Operating systems by name; transferred as numbers. */
export const operatingSystems = { Unknown: 0, WinX64: 1, OsxX64: 2, LinuxX64: 4 } as const;

/** Milliseconds for which a device counts as cloned after two sessions of its key were seen: agents sign in every 8 min. */
export const cloneShownMilliseconds = 60 * 60_000;

export const deviceHasOperationsMessage = (name: string): string =>
  `Could not delete ${name} because it has operations assigned to it.`;

/** A device is silent when its latest packet is older than three heartbeat intervals and two minutes. */
const silentAfter = { heartbeats: 3, seconds: 120 } as const;

/** Seconds without a packet after which a device counts as silent; `undefined` when no heartbeat is expected. */
export const silentAfterSeconds = (device: {
  readonly enabled: boolean;
  readonly heartbeatInterval: number;
}): number | undefined =>
  device.enabled && device.heartbeatInterval > 0
    ? Math.max(silentAfter.heartbeats * device.heartbeatInterval, silentAfter.seconds)
    : undefined;

/** The same as an SQL expression over the columns of a device. */
export const silentAfterSql = (heartbeatInterval: string): string =>
  `greatest(${silentAfter.heartbeats} * ${heartbeatInterval}::bigint, ${silentAfter.seconds})`;

/** Spans in hours over which readings of devices can be read. */
export const readingSpansHours = [1, 24, 168] as const;

/** Limits of one call for the readings of devices. */
export const readingLimits = { devices: 100, minPoints: 10, maxPoints: 240, totalPoints: 2_400 } as const;

/** Minutes of tracing as the portal offers them. */
export const traceOptions = [
  { minutes: -1, label: 'No Change' },
  { minutes: 0, label: 'Disabled' },
  { minutes: 10, label: '10 minutes' },
  { minutes: 30, label: '30 minutes' },
  { minutes: 60, label: '1 hour' },
  { minutes: 240, label: '4 hours' },
  { minutes: 480, label: '8 hours' },
  { minutes: 1_440, label: '24 hours' },
] as const;
