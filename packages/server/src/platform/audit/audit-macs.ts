import { createHash, createHmac } from 'node:crypto';
import type { DerivedKeys } from '../secrets/derived-keys.ts';

/** Where a tenant's chain begins. */
export const chainOrigin = '0'.repeat(64);

/** The end of a tenant's chain: as many seals as `sequence` says, of which the first `unkeyed` are of version 1. */
export interface AuditHead {
  readonly tenantId: string;
  readonly sequence: number;
  readonly hash: string;
  readonly unkeyed: number;
  readonly changed: Date;
}

/** What a seal says, except of its own hash. */
export interface SealedRecord {
  readonly tenantId: string;
  readonly sequence: number;
  readonly auditId: string;
  readonly previousHash: string;
  readonly recordHash: string;
  readonly sealed: Date;
}

/** Hashes and message authentication codes of the audit's chain. */
export interface AuditMacs {
  readonly keyId: string;
  ofSeal(seal: SealedRecord): string;
  ofHead(head: AuditHead): string;
  /** Over the tenants that have a chain and all heads, in the order of their ids. */
  ofRoster(tenantIds: readonly string[], provenFrom: Date, headMacs: readonly string[]): string;
}

export const recordHashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** The hash of a seal of version 1, which anybody can work out. */
export const unkeyedHashOf = (previousHash: string, content: string): string =>
  createHash('sha256').update(previousHash).update('\n').update(content).digest('hex');

export const createAuditMacs = (keys: DerivedKeys): AuditMacs => {
  const key = keys.keyFor('audit seal');
  const macOf = (parts: readonly unknown[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
  return {
    keyId: keys.keyId,
    ofSeal: ({ tenantId, sequence, auditId, previousHash, recordHash, sealed }) =>
      macOf(['seal', tenantId, sequence, auditId, previousHash, recordHash, sealed.toISOString()]),
    ofHead: ({ tenantId, sequence, hash, unkeyed, changed }) =>
      macOf(['head', tenantId, sequence, hash, unkeyed, changed.toISOString()]),
    ofRoster: (tenantIds, provenFrom, headMacs) => macOf(['roster', tenantIds, provenFrom.toISOString(), headMacs]),
  };
};
