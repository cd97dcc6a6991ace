import { Problem } from '../../../platform/problems.ts';

/** A 422 problem for a back-test beyond its limits, with advice on how to narrow it. */
export const tooMuch = (why: string): Problem =>
  new Problem({ status: 422, detail: `${why} Choose a shorter period, or conditions that name fewer entities.` });
