import type { Protocol } from '@cfs/contracts/protocols';

export const protocolSet = '/v1/protocols';

/** A protocol with its tenant expanded, as the list loads it. */
export interface ProtocolRow extends Protocol {
  readonly tenant?: { readonly name: string } | null;
}
