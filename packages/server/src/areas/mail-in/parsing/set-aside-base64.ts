import { randomBytes } from 'node:crypto';
import { createTimeSlices } from '../../../platform/time-slices.ts';

/** The minimum number of lines of a run; shorter ones are left to the parser. */
const minLines = 64;
/** The maximum number of characters of a run, so that decoding it does not block the event loop too long. */
const maxRunCharacters = 1_048_576;
const lineCharacters = { min: 32, max: 996 };
const groupCharacters = 4;
const groupBytes = 3;
const lineEndBytes = 2;
/** The maximum number of lines and runs that are examined, so that the cost for a mail of short lines is bounded. */
const maxLookedAt = 4_096;
const markBytes = 24;

const lineFeed = 10;
const carriageReturn = 13;

/** Bytes that were set aside, and the random bytes in their place. */
interface Run {
  readonly mark: Buffer;
  readonly bytes: Buffer;
}

/** A mail in which each long run of base64 lines is replaced by one short line of base64. */
export interface ShortenedMail {
  readonly parts: readonly Buffer[];
  /**
   * Inserts the runs into the decoded files of the mail, in their order. Returns `undefined` unless every run belongs
   * to a file in base64: then the original mail has to be parsed.
   */
  readonly restore: (files: readonly Buffer[]) => Buffer[] | undefined;
}

/** The number of consecutive lines of `characters` from `start` on, each ended by CRLF, up to the length of a run. */
const countLines = (mail: Buffer, start: number, characters: number): number => {
  let lines = 0;
  const limit = Math.min(mail.length, start + maxRunCharacters);
  for (let end = start + characters; end + 1 < limit; end += characters + lineEndBytes) {
    if (mail[end] !== carriageReturn || mail[end + 1] !== lineFeed) break;
    lines += 1;
  }
  return lines;
};

/** Decodes the complete lines of base64 before any padding; `undefined` if they contain any other character. */
const decodeLines = (text: string, characters: number): { bytes: Buffer; lines: number } | undefined => {
  const padding = text.indexOf('=');
  const lines = Math.floor((padding === -1 ? text.length : padding) / (characters + lineEndBytes));
  const whole = text.slice(0, lines * (characters + lineEndBytes));
  // Node also decodes the base64url alphabet.
  if (whole.includes('-') || whole.includes('_')) return undefined;
  const bytes = Buffer.from(whole, 'base64');
  // Node skips characters outside the alphabet, so the length shows whether there were any.
  return bytes.length === (lines * characters * groupBytes) / groupCharacters ? { bytes, lines } : undefined;
};

const insertRuns = (file: Buffer, missing: Run[]): Buffer => {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let [run] = missing; run; [run] = missing) {
    const at = file.indexOf(run.mark, from);
    if (at === -1) break;
    pieces.push(file.subarray(from, at), run.bytes);
    from = at + markBytes;
    missing.shift();
  }
  return from === 0 ? file : Buffer.concat([...pieces, file.subarray(from)]);
};

/**
 * Shortens a mail for a parser that reads line by line. Runs of base64 lines contain neither headers nor boundaries;
 * they are decoded natively, at a fraction of the parser's cost.
 */
export const setAsideBase64 = async (mail: Buffer): Promise<ShortenedMail> => {
  const slices = createTimeSlices();
  const parts: Buffer[] = [];
  const runs: Run[] = [];
  let kept = 0;
  let at = 0;
  for (let looked = 0; looked < maxLookedAt; looked += 1) {
    const end = mail.indexOf(lineFeed, at);
    if (end === -1) break;
    const characters = end - 1 - at;
    const isLong = characters >= lineCharacters.min && characters <= lineCharacters.max;
    const lines = isLong && characters % groupCharacters === 0 ? countLines(mail, at, characters) : 0;
    if (lines < minLines) {
      at = end + 1;
      continue;
    }
    const next = at + lines * (characters + lineEndBytes);
    const run = decodeLines(mail.toString('latin1', at, next), characters);
    if (run && run.lines >= minLines) {
      const mark = randomBytes(markBytes);
      parts.push(mail.subarray(kept, at), Buffer.from(`${mark.toString('base64')}\r\n`));
      runs.push({ mark, bytes: run.bytes });
      kept = at + run.lines * (characters + lineEndBytes);
    }
    at = next;
    if (slices.isOver()) await slices.next();
  }
  parts.push(mail.subarray(kept));
  return {
    parts,
    restore(files) {
      const missing = [...runs];
      const restored = files.map((file) => insertRuns(file, missing));
      return missing.length === 0 ? restored : undefined;
    },
  };
};
