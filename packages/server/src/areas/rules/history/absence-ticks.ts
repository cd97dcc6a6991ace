/** Milliseconds between the hits of an absence that lasts. */
export const tickMilliseconds = 60_000;

/** The first hit of the absence after the moment. */
export const nextTick = (last: number, span: number, now: number): number => {
  const exceeded = last + span;
  return exceeded + Math.max(0, Math.floor((now - exceeded) / tickMilliseconds) + 1) * tickMilliseconds;
};

/** The latest hit of the absence until now; before the first, the present. */
export const latestTick = (last: number, span: number, now: number): number =>
  now < last + span ? now : nextTick(last, span, now) - tickMilliseconds;

/**
 * The hits of an absence after `reached` and not after `now`: the span after the last packet, and each minute from then on.
 * Of several only the first and the latest, so that a timer that runs late does not make one for each minute that it missed.
 */
export const absenceTicks = (last: number, span: number, reached: number, now: number): readonly number[] => {
  const exceeded = last + span;
  const first = (nextTick(last, span, reached) - exceeded) / tickMilliseconds;
  const latest = Math.floor((now - exceeded) / tickMilliseconds);
  if (latest < first) return [];
  return [...new Set([first, latest])].map((tick) => exceeded + tick * tickMilliseconds);
};
