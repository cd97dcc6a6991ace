import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { badRequest } from '../../../platform/problems.ts';
import { isGzip, readPackets, type PacketBodyHeaders, type ReadPacket } from './packet-body.ts';
import { createReadingTurns, type Sender } from './reading-turns.ts';

/** Reads the packets of bodies; large bodies wait for a turn. */
export interface PacketReader {
  /**
   * Calls `take` with the packets of the body, as `readPackets` does.
   *
   * @throws what `readPackets` throws; 429 and 503 if too many bodies wait.
   */
  read(body: Buffer, headers: PacketBodyHeaders, sender: Sender, take: (packet: ReadPacket) => void): Promise<void>;
}

/** Maximum decompressed bytes of a body that is read without waiting, which takes a few milliseconds. */
const smallBytes = 131_072;
const bounds = { atOnce: 3, perTenant: 2, perCredential: 2, waiting: 16 } as const;

const unzip = promisify(gunzip);

/** Returns the decompressed bytes of a small body; `undefined` for a large one. Throws 400 for invalid gzip. */
const unpackSmall = async (body: Buffer, headers: PacketBodyHeaders): Promise<Buffer | undefined> => {
  if (body.length > smallBytes) return undefined;
  if (!isGzip(headers)) return body;
  try {
    return await unzip(body, { maxOutputLength: smallBytes });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw badRequest('The body is not valid gzip.');
  }
};

export const createPacketReader = (): PacketReader => {
  const turns = createReadingTurns(bounds);
  return {
    async read(body, headers, sender, take) {
      const small = await unpackSmall(body, headers);
      if (small !== undefined) return readPackets(small, { ...headers, encoding: undefined }, take);
      const end = await turns.take(sender);
      try {
        return await readPackets(body, headers, take);
      } finally {
        end();
      }
    },
  };
};
