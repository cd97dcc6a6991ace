/** Attempts with an outcome after which a step has failed permanently. */
export const maxAttempts = 6;

/** Lost attempts after which a step has failed permanently: each may have ended its process. */
export const maxLosses = 10;

const maxBackoffMilliseconds = 10 * 60_000;

/** Exponential backoff after the given attempt: 1 s, 4 s, 16 s, 64 s, 256 s, at most 10 min. */
export const backoffAfter = (attempt: number): number => Math.min(1_000 * 4 ** (attempt - 1), maxBackoffMilliseconds);

/** Maximum pause after the given number of losses. There is none after the first, so that a restart delays nothing. */
export const maxPauseAfterLoss = (losses: number): number => (losses <= 1 ? 0 : backoffAfter(losses - 1));

/**
 * The pause of a step after a loss: between half of the maximum and the maximum, by its random id. Steps that were lost
 * together with one that ends its process are therefore not claimed together with it again.
 */
export const pauseAfterLoss = (losses: number, stepId: string): number => {
  const share = Number.parseInt(stepId.slice(0, 8), 16) / 2 ** 32;
  return Math.ceil((maxPauseAfterLoss(losses) * (1 + share)) / 2);
};

interface Counts {
  /** Claims, including the current one. */
  readonly attempts: number;
  readonly losses: number;
}

/** Milliseconds before the next attempt if the current one fails. Lost attempts do not extend them. */
export const backoffOf = ({ attempts, losses }: Counts): number => backoffAfter(attempts - losses);

/** Whether a step has failed permanently if its current attempt fails. */
export const isLastAttempt = ({ attempts, losses }: Counts): boolean =>
  attempts - losses >= maxAttempts || losses >= maxLosses;
