import { z } from 'zod';

/**
 * Packets: one reading of one entity (a device, a device operation or a block) at one moment. See
 * docs/reference/packets.md.
 */

/** What a packet says: a value and groups of further readings. Any other member is kept as it came. */
export interface PacketMessage {
  readonly Value?: string | number | boolean | null;
  /** Names and descriptions; `BlockName` names the entity where it has no row of its own. */
  readonly Properties?: Readonly<Record<string, unknown>>;
  /** Numbers by name; `CpuPercent` and `MemoryPercent` are shown live in the list of devices. */
  readonly Metrics?: Readonly<Record<string, unknown>>;
  readonly States?: Readonly<Record<string, unknown>>;
  readonly Diagnostics?: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

/** One packet as it is sent. A packet is told from others by its tenant, `entityId` and `timestamp`. */
export interface SentPacket {
  /** GUID of the device, device operation or block. */
  readonly entityId: string;
  /** ISO 8601 with an offset or Z; kept in milliseconds. */
  readonly timestamp: string;
  readonly message: PacketMessage;
}

/** Limits of `POST /v1/packets`. */
export const packetLimits = {
  /** Bytes of one packet as JSON. */
  bytes: 65_536,
  /** Milliseconds that a packet's time may lie ahead of the server's. */
  ahead: 5 * 60_000,
  /** Milliseconds after which a packet that no spool replays is stored without rules looking at it. */
  late: 5 * 60_000,
  /** Days that history is kept, and so how old a packet may be. */
  keptDays: 30,
  /** Bytes of one packet as it is written: white space and escapes (six bytes for one) included. */
  writtenBytes: 6 * 65_536,
  /** Levels of objects and arrays in a message. */
  depth: 32,
  /** Values in one packet, an object or array counted twice: as many as fit in `bytes`, at least three bytes for two. */
  values: 43_692,
  /** Packets of one call. */
  packets: 10_000,
  /** Values of one call: at its full size 16 bytes each, which is what a short name with a number takes. */
  callValues: 2_097_152,
  /** Bytes of one call as it travels, and after gzip is undone: 10,000 packets of 3,300 bytes. */
  bodyBytes: 8 * 1024 * 1024,
  unzippedBytes: 32 * 1024 * 1024,
} as const;

/**
 * Answer of `POST /v1/packets`, sent only once every accepted packet is durable (202). `index` counts from 0 in the
 * order of the body. A call without one acceptable packet answers 400 instead, its errors under `packets[{index}]`.
 */
export const packetReceipt = z.object({
  /** Packets that were added. */
  accepted: z.int(),
  /** Packets that were there already, with the same content. */
  duplicates: z.int(),
  /** Packets at fault, with what is wrong in words. */
  rejected: z.array(z.object({ index: z.int(), errors: z.array(z.string()) })),
  /** Packets whose entity and time are taken by a packet of other content, which stays. */
  conflicts: z.array(z.object({ index: z.int() })),
});
export type PacketReceipt = z.infer<typeof packetReceipt>;

/** The latest packet of an entity, a row of `GET /v1/packets` (OData). */
export const packet = z.object({
  entityId: z.guid(),
  /** The agent's time of the reading. */
  timestamp: z.iso.datetime(),
  /** When the server took it in. */
  receivedTimestamp: z.iso.datetime(),
  /** JSON text of a `PacketMessage`. */
  message: z.string().nullable(),
  /** `Value` as text. */
  value: z.string().nullable(),
  /** `Metrics.CpuPercent` and `Metrics.MemoryPercent`, 0 to 100. */
  cpuPercent: z.number().nullable(),
  memoryPercent: z.number().nullable(),
});
export type Packet = z.infer<typeof packet>;
