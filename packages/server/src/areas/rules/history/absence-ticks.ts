/** Milliseconds between the hits of a continuing absence. */
export const tickMilliseconds = 60_000;

/** The first hit of the absence after the moment. */
export const nextTick = (last: number, span: number, now: number): number => {
  const exceeded = last + span;
  return exceeded + Math.max(0, Math.floor((now - exceeded) / tickMilliseconds) + 1) * tickMilliseconds;
};

/** The latest hit of the absence up to `now`; `now` itself if it is before the first hit. */
export const latestTick = (last: number, span: number, now: number): number =>
  now < last + span ? now : nextTick(last, span, now) - tickMilliseconds;

/**
 * The hits of an absence after `reached` and up to `now`: one when the span has passed since the last packet, and one
 * every minute from then on. Of several, returns only the first and the latest, so that a late timer does not create
 * one for each minute that it missed.
 */
export const absenceTicks = (last: number, span: number, reached: number, now: number): readonly number[] => {
  const exceeded = last + span;
  const first = (nextTick(last, span, reached) - exceeded) / tickMilliseconds;
  const latest = Math.floor((now - exceeded) / tickMilliseconds);
  if (latest < first) return [];
  return [...new Set([first, latest])].map((tick) => exceeded + tick * tickMilliseconds);
};
