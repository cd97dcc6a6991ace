/** The counters and times of a fleet. */
export interface FleetFigures {
  /** Packets created, and those of them that the server has acknowledged. */
  made: number;
  acknowledged: number;
  duplicates: number;
  conflicts: number;
  rejected: number;
  signIns: number;
  configurations: number;
  reconnects: number;
  /** Sessions whose latest configuration call was answered. */
  connected: number;
  /** Responses with status 500 and above, except 503 with `Retry-After`. */
  serverFaults: number;
  readonly statuses: Map<number, number>;
  readonly networkErrors: Map<string, number>;
  /** Milliseconds from the response to a change until it arrives at the device. */
  readonly changeMilliseconds: number[];
  /** Milliseconds of calls that send packets. */
  readonly sendMilliseconds: number[];
}

export const createFigures = (): FleetFigures => ({
  made: 0,
  acknowledged: 0,
  duplicates: 0,
  conflicts: 0,
  rejected: 0,
  signIns: 0,
  configurations: 0,
  reconnects: 0,
  connected: 0,
  serverFaults: 0,
  statuses: new Map(),
  networkErrors: new Map(),
  changeMilliseconds: [],
  sendMilliseconds: [],
});

export const count = <Key>(counts: Map<Key, number>, key: Key): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** The value below which a share of the values lies; 0 without values. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
};

/** The figures as one line of JSON. */
export const summary = (figures: FleetFigures, more: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    ...more,
    made: figures.made,
    acknowledged: figures.acknowledged,
    waiting: figures.made - figures.acknowledged,
    duplicates: figures.duplicates,
    conflicts: figures.conflicts,
    rejected: figures.rejected,
    signIns: figures.signIns,
    configurations: figures.configurations,
    reconnects: figures.reconnects,
    connected: figures.connected,
    serverFaults: figures.serverFaults,
    statuses: Object.fromEntries(figures.statuses),
    networkErrors: Object.fromEntries(figures.networkErrors),
    changes: figures.changeMilliseconds.length,
    changeP95: percentile(figures.changeMilliseconds, 0.95),
    sendP95: percentile(figures.sendMilliseconds, 0.95),
    memoryMebibytes: Math.round(process.memoryUsage.rss() / 1_048_576),
  });
