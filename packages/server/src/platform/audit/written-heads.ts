import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { AuditHead } from './audit-macs.ts';

const line = z.object({
  tenant: z.guid(),
  sequence: z.int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  time: z.iso.datetime(),
});

/** A published head of a tenant's chain. */
export type WrittenHead = z.infer<typeof line>;

export const toWrittenHead = ({ tenantId, sequence, hash, changed }: AuditHead): WrittenHead => ({
  tenant: tenantId,
  sequence,
  hash,
  time: changed.toISOString(),
});

/** A line of the file is not a head. */
export class WrittenHeadsError extends Error {
  override name = 'WrittenHeadsError';
}

/** Reads the heads that `AUDIT_SINK` wrote to a file, by tenant. @throws WrittenHeadsError with file and line */
export const readWrittenHeads = async (path: string): Promise<ReadonlyMap<string, readonly WrittenHead[]>> => {
  const heads = new Map<string, WrittenHead[]>();
  let number = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(path, 'utf8') })) {
      number += 1;
      if (text.trim() === '') continue;
      const head = line.parse(JSON.parse(text));
      const known = heads.get(head.tenant);
      if (known) known.push(head);
      else heads.set(head.tenant, [head]);
    }
  } catch (error) {
    const where = number === 0 ? '' : `, line ${number}`;
    throw new WrittenHeadsError(`The heads cannot be read from ${path}${where}.`, { cause: error });
  }
  return heads;
};
