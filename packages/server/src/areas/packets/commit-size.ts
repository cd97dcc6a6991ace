import { packetsPerCommit } from './ingest-queue.ts';

/** Milliseconds that a commit should take at most: until then the packets of other tenants wait for it. */
const targetMilliseconds = 50;

/** Fewer packets would cost more in commits than they save in waiting. */
const fewestPackets = 50;

/** How many packets a commit takes. */
export interface CommitSize {
  readonly packets: number;
  /** Tells it how long a commit took. */
  learn(packets: number, milliseconds: number): void;
}

/**
 * Keeps commits short where the rules of a tenant take long for each packet, so that its neighbours wait for little of it: one
 * that takes twice the target makes the next ones smaller, one within the target lets them grow.
 */
export const createCommitSize = (): CommitSize => {
  let most = packetsPerCommit;
  return {
    get packets() {
      return most;
    },
    learn(packets, milliseconds) {
      if (milliseconds > 2 * targetMilliseconds)
        most = Math.max(fewestPackets, Math.floor((Math.min(packets, most) * targetMilliseconds) / milliseconds));
      else if (milliseconds <= targetMilliseconds) most = Math.min(packetsPerCommit, most * 2);
    },
  };
};
