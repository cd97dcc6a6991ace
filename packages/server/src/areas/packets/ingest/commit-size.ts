import { packetsPerCommit } from './ingest-queue.ts';

/**
 * Target milliseconds of a commit. A packet of another tenant waits for the rest of the current commit and for its own,
 * each of up to twice this duration.
 */
const usualTargetMilliseconds = 20;

/** Minimum packets of a commit. Fewer would cost more in additional commits than they save in latency. */
const usualMinPackets = 50;

/** Initial size of a commit, before any has been measured, as a multiple of the minimum. */
const initialFactor = 10;

/** The maximum number of packets that a commit takes. */
export interface CommitSize {
  readonly packets: number;
  /** Adjusts the size to the measured duration of a commit. */
  learn(packets: number, milliseconds: number): void;
}

/**
 * Keeps commits short if the rules of a tenant take long for each packet, so that other tenants wait less. A commit
 * that takes more than twice the target makes the next ones smaller; one within the target lets them grow.
 */
export const createCommitSize = ({
  minPackets = usualMinPackets,
  targetMilliseconds = usualTargetMilliseconds,
} = {}): CommitSize => {
  let max = initialFactor * minPackets;
  return {
    get packets() {
      return max;
    },
    learn(packets, milliseconds) {
      if (milliseconds > 2 * targetMilliseconds)
        max = Math.max(minPackets, Math.floor((Math.min(packets, max) * targetMilliseconds) / milliseconds));
      else if (milliseconds <= targetMilliseconds) max = Math.min(packetsPerCommit, max * 2);
    },
  };
};
