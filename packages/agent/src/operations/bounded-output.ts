import { StringDecoder } from 'node:string_decoder';

/** Collects output in bounded memory: its beginning and its end. */
export interface BoundedOutput {
  add(chunk: Buffer): void;
  readonly truncated: boolean;
  text(): string;
}

const mark = '\n[…]\n';

/** Keeps at most `maxCharacters`: half from the beginning, half from the end. */
export const createBoundedOutput = (maxCharacters: number): BoundedOutput => {
  const half = Math.floor((maxCharacters - mark.length) / 2);
  const decoder = new StringDecoder('utf8');
  let head = '';
  let tail = '';
  let total = 0;
  return {
    add: (chunk) => {
      const text = decoder.write(chunk).replaceAll('\0', '');
      total += text.length;
      const room = half - head.length;
      if (room > 0) head += text.slice(0, room);
      const rest = room > 0 ? text.slice(room) : text;
      if (rest !== '') tail = `${tail}${rest}`.slice(-half);
    },
    get truncated() {
      return total > 2 * half;
    },
    text: () => (total > 2 * half ? `${head}${mark}${tail}` : `${head}${tail}`).toWellFormed(),
  };
};
