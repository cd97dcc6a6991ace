import type { Redactor } from './redact.ts';

/** Collects output in bounded memory: its beginning and its end. */
export interface BoundedOutput {
  add(text: string): void;
  readonly truncated: boolean;
  /** The output unchanged if it fits; otherwise its beginning and its end, without secrets or parts of them. */
  text(): string;
}

const mark = '\n[…]\n';

/** Returns at most `maxCharacters`: half from the beginning, half from the end. */
export const createBoundedOutput = (maxCharacters: number, redactor: Redactor): BoundedOutput => {
  const half = Math.floor((maxCharacters - mark.length) / 2);
  /** Characters kept of each end, so that a secret across the cut is complete. */
  const kept = half + redactor.maxCharacters;
  let head = '';
  let tail = '';
  let total = 0;
  const cut = (): string => {
    const end = total > 2 * kept ? tail : `${head}${tail}`;
    return `${redactor.first(head, half)}${mark}${redactor.last(end, half)}`;
  };
  return {
    add: (text) => {
      total += text.length;
      const room = kept - head.length;
      if (room > 0) head += text.slice(0, room);
      const rest = room > 0 ? text.slice(room) : text;
      if (rest !== '') tail = `${tail}${rest}`.slice(-kept);
    },
    get truncated() {
      return total > 2 * half;
    },
    text: () => (total > 2 * half ? cut() : `${head}${tail}`).toWellFormed(),
  };
};
