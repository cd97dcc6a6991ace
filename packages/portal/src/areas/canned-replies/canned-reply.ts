import type { CannedReply } from '@cfs/contracts/canned-replies';

/** A canned reply with its tenant expanded, as the list loads it. */
export interface CannedReplyRow extends CannedReply {
  readonly tenant?: { readonly name: string } | null;
}
