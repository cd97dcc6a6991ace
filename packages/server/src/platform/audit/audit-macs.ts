import { createHash, createHmac } from 'node:crypto';
import type { DerivedKeys } from '../secrets/derived-keys.ts';

/** The initial hash of a tenant's chain. */
export const chainOrigin = '0'.repeat(64);

/** The head of a tenant's chain; `sequence` is the number of its seals. */
export interface AuditHead {
  readonly tenantId: string;
  readonly sequence: number;
  readonly hash: string;
  readonly changed: Date;
}

/** The content of a seal without its own hash. */
export interface SealedRecord {
  readonly tenantId: string;
  readonly sequence: number;
  readonly auditId: string;
  readonly previousHash: string;
  readonly recordHash: string;
  readonly sealed: Date;
}

/** Hashes and message authentication codes of the audit chains. */
export interface AuditMacs {
  readonly keyId: string;
  ofSeal(seal: SealedRecord): string;
  ofHead(head: AuditHead): string;
  /** Over the tenants with a chain and all heads, sorted by tenant id. */
  ofRoster(tenantIds: readonly string[], headMacs: readonly string[]): string;
}

export const recordHashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

export const createAuditMacs = (keys: DerivedKeys): AuditMacs => {
  const key = keys.keyFor('audit seal');
  const macOf = (parts: readonly unknown[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
  return {
    keyId: keys.keyId,
    ofSeal: ({ tenantId, sequence, auditId, previousHash, recordHash, sealed }) =>
      macOf(['seal', tenantId, sequence, auditId, previousHash, recordHash, sealed.toISOString()]),
    ofHead: ({ tenantId, sequence, hash, changed }) => macOf(['head', tenantId, sequence, hash, changed.toISOString()]),
    ofRoster: (tenantIds, headMacs) => macOf(['roster', tenantIds, headMacs]),
  };
};
