import type { Readable } from 'node:stream';

/** Bytes of mails that this process holds, from their arrival until the answer. */
export interface MailMemory {
  readonly limitBytes: number;
  heldBytes: number;
}

/** What arrived of a mail. */
export interface ArrivedContent {
  /** Of a mail that is too large its beginning. */
  readonly bytes: Buffer;
  readonly size: number;
  readonly isTooLarge: boolean;
  /** Whether the memory of the process was exhausted meanwhile: the mail is to be delivered later. */
  readonly isWithoutRoom: boolean;
  /** Returns the memory. */
  readonly release: () => void;
}

/** Of a mail that is not taken the headers are kept, so that it can be listed. */
const keptBytes = 65_536;

/** Reads a mail to its end; one that is too large, or that finds no memory, is read and dropped. */
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
