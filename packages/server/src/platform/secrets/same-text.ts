import { timingSafeEqual } from 'node:crypto';

/** Constant-time comparison of two texts. */
export const sameText = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};
