import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { badRequest } from '../../platform/problems.ts';
import { isGzip, readPackets, type PacketBodyHeaders, type ReadPacket } from './packet-body.ts';
import { createReadingTurns, type Sender } from './reading-turns.ts';

/** Reads the packets of bodies, the large ones of which wait for their turns. */
export interface PacketReader {
  /**
   * Hands over the packets of the body as `readPackets` does.
   *
   * @throws what `readPackets` throws; 429 and 503 when too many bodies wait.
   */
  read(body: Buffer, headers: PacketBodyHeaders, sender: Sender, take: (packet: ReadPacket) => void): Promise<void>;
}

/** Bytes of a body, gzip undone, that is read without waiting: a few milliseconds of work. */
const smallBytes = 131_072;
const bounds = { atOnce: 3, perTenant: 2, perCredential: 2, waiting: 16 } as const;

const unzip = promisify(gunzip);

/** The bytes of a body that is small; `undefined` for a large one. */
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
