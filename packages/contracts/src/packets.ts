import { z } from 'zod';

/**
 * Packets: one reading of one entity (device, device operation or block) at one instant. See docs/reference/packets.md.
 */

/** Content of a packet: a value and groups of further readings. Other members are stored unchanged. */
export interface PacketMessage {
  readonly Value?: string | number | boolean | null;
  /**
   * Names and descriptions; `BlockName` is the name of an entity that has no row of its own, `ValueName` and `Unit` say what
   * the value is.
   */
  readonly Properties?: Readonly<Record<string, unknown>>;
  /** Numbers by name; `CpuPercent` and `MemoryPercent` are shown in the list of devices. */
  readonly Metrics?: Readonly<Record<string, unknown>>;
  readonly States?: Readonly<Record<string, unknown>>;
  readonly Diagnostics?: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

/** A packet as sent. Tenant, `entityId` and `timestamp` identify it. */
export interface SentPacket {
  /** GUID of the device, device operation or block. */
  readonly entityId: string;
  /** ISO 8601 with an offset or Z; stored with milliseconds. */
  readonly timestamp: string;
  readonly message: PacketMessage;
}

/** Limits of `POST /v1/packets`. */
export const packetLimits = {
  /** Bytes of one packet as JSON. */
  bytes: 65_536,
  /** Maximum time in milliseconds by which a packet's timestamp may be ahead of the server's clock. */
  clockSkewMilliseconds: 5 * 60_000,
  /** Age in milliseconds above which rules ignore a packet, unless a spool replays it. */
  lateAfterMilliseconds: 5 * 60_000,
  /** Days of retention of the history, unless configured otherwise, and thereby the maximum age of a packet. */
  retentionDays: 30,
  minRetentionDays: 7,
  maxRetentionDays: 400,
  /** Bytes of one packet as sent, including white space and escapes (up to six bytes for one). */
  rawBytes: 6 * 65_536,
  /** Nesting of objects and arrays in a message. */
  depth: 32,
  /**
   * Values in one packet, with objects and arrays counted twice; the most that fit in `bytes` at three bytes for two.
   */
  values: 43_692,
  /** Packets in one call. */
  packets: 10_000,
  /** Values in one call; at the full body size 16 bytes each, the size of a short name with a number. */
  callValues: 2_097_152,
  /** Bytes of one call, both compressed and decompressed: 10,000 packets of 3,300 bytes. */
  bodyBytes: 8 * 1024 * 1024,
  unzippedBytes: 32 * 1024 * 1024,
} as const;

/**
 * Answer of `POST /v1/packets`, 202 once every accepted packet is durable. `index` is 0-based in the order of the body.
 * A call without any valid packet gets a 400, with errors under `packets[{index}]`.
 */
export const packetReceipt = z.object({
  /** Packets that were added. */
  accepted: z.int(),
  /** Packets that were stored already with the same content. */
  duplicates: z.int(),
  /** Invalid packets with their errors. */
  rejected: z.array(z.object({ index: z.int(), errors: z.array(z.string()) })),
  /** Packets whose entity and time belong to a stored packet of different content, which is kept. */
  conflicts: z.array(z.object({ index: z.int() })),
});
export type PacketReceipt = z.infer<typeof packetReceipt>;

/** The latest packet of an entity; a row of `GET /v1/packets` (OData). */
export const packet = z.object({
  entityId: z.guid(),
  /** Time of the reading on the agent's clock. */
  timestamp: z.iso.datetime(),
  /** When the server received it. */
  receivedTimestamp: z.iso.datetime(),
  /** JSON text of a `PacketMessage`. */
  message: z.string().nullable(),
  /** `Value` as text. */
  value: z.string().nullable(),
  /** `Properties.ValueName` and `Properties.Unit`, what the value is. */
  valueName: z.string().nullable(),
  unit: z.string().nullable(),
  /** `Metrics.CpuPercent` and `Metrics.MemoryPercent`, 0 to 100. */
  cpuPercent: z.number().nullable(),
  memoryPercent: z.number().nullable(),
});
export type Packet = z.infer<typeof packet>;
