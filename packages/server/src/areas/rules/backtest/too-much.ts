import { Problem } from '../../../platform/problems.ts';

/** 422: a back-test beyond its limits, with what to do about it. */
export const tooMuch = (why: string): Problem =>
  new Problem({ status: 422, detail: `${why} Choose a shorter period, or conditions that name fewer entities.` });
