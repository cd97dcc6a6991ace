import { packetsPerCommit } from './ingest-queue.ts';

/**
 * Milliseconds that a commit should take: a packet of another tenant waits for the rest of one commit and for its own, each of
 * up to twice this.
 */
const usualTargetMilliseconds = 20;

/** Fewer packets would cost more in commits than they save in waiting. */
const usualFewestPackets = 50;

/** Times the fewest packets that a commit takes before any has been measured. */
const timesFewestAtFirst = 10;

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
export const createCommitSize = ({
  fewestPackets = usualFewestPackets,
  targetMilliseconds = usualTargetMilliseconds,
} = {}): CommitSize => {
  let most = timesFewestAtFirst * fewestPackets;
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
