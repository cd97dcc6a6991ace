import type { Readable } from 'node:stream';

/** Bytes of mails that this process holds in memory, from their arrival until the response. */
export interface MailMemory {
  readonly limitBytes: number;
  heldBytes: number;
}

/** The content of a mail as it arrived. */
export interface ArrivedContent {
  /** The content; only its beginning if the mail is too large or did not fit in memory. */
  readonly bytes: Buffer;
  readonly size: number;
  readonly isTooLarge: boolean;
  /** Whether the memory limit was exceeded: the mail has to be delivered later. */
  readonly isWithoutRoom: boolean;
  /** Releases the memory. */
  readonly release: () => void;
}

/** The number of bytes kept of a mail that is not accepted: enough for its headers, so that it can be listed. */
const keptBytes = 65_536;

/** Reads a mail to its end. If it is too large or exceeds the memory limit, the rest is read and discarded. */
export const readContent = async (stream: Readable, maxBytes: number, memory: MailMemory): Promise<ArrivedContent> => {
  let chunks: Buffer[] = [];
  let [size, held] = [0, 0];
  let [isTooLarge, isWithoutRoom] = [false, false];
  const hold = (bytes: number): void => {
    held += bytes;
    memory.heldBytes += bytes;
  };
  const drop = (): void => {
    const beginning = Buffer.concat(chunks).subarray(0, keptBytes);
    chunks = [Buffer.from(beginning)];
    hold(beginning.length - held);
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (isTooLarge || isWithoutRoom) continue;
      chunks.push(chunk);
      hold(chunk.length);
      isTooLarge = size > maxBytes;
      isWithoutRoom = !isTooLarge && memory.heldBytes > memory.limitBytes && size > keptBytes;
      if (isTooLarge || isWithoutRoom) drop();
    }
  } catch (error) {
    hold(-held);
    throw error;
  }
  return { bytes: Buffer.concat(chunks), size, isTooLarge, isWithoutRoom, release: () => hold(-held) };
};
