import type { Readable } from 'node:stream';

/** The name of stored bytes: their tenant and their SHA-256 in hexadecimal. */
export interface ContentKey {
  readonly tenantId: string;
  readonly sha256: string;
}

/** Bytes to store. */
export interface NewContent extends ContentKey {
  readonly size: number;
  /** Opens the bytes from their beginning; called once for each attempt. */
  readonly open: () => Readable;
}

/** The first and the last byte of a part, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Large files outside of the database, addressed by tenant and SHA-256, written and read as streams in constant memory.
 * A file appears completely or not at all and never changes.
 *
 * @throws ContentStoreError from every function when the store cannot be reached or written.
 */
export interface ContentStore {
  /** Stores the bytes. Idempotent. */
  put(content: NewContent): Promise<void>;
  /** Reads a part of the stored bytes, or all; resolves to `undefined` if they are not stored. */
  read(key: ContentKey, range?: ByteRange): Promise<Readable | undefined>;
  /** Removes the bytes, if they are stored. */
  remove(key: ContentKey): Promise<void>;
}

/** The store cannot be reached or written. */
export class ContentStoreError extends Error {
  override readonly name = 'ContentStoreError';
}

/** The stored name of a key: spread over directories, so that none has millions of entries. */
export const pathOf = ({ tenantId, sha256 }: ContentKey): string => `${tenantId}/${sha256.slice(0, 2)}/${sha256}`;
