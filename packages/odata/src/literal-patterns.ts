import type { Cursor } from './cursor.ts';

/** Advances the cursor over one literal pattern; returns false at the first mismatch. */
export type LiteralPattern = (cursor: Cursor) => boolean;

const maxFractionDigits = 12;

export const guidPattern: LiteralPattern = (cursor) =>
  cursor.hexDigits(8) &&
  cursor.one('-') &&
  cursor.hexDigits(4) &&
  cursor.one('-') &&
  cursor.hexDigits(4) &&
  cursor.one('-') &&
  cursor.hexDigits(4) &&
  cursor.one('-') &&
  cursor.hexDigits(12);

export const numberPattern: LiteralPattern = (cursor) =>
  cursor.optional(() => cursor.one('+-')) &&
  cursor.digits(1) &&
  cursor.optional(() => cursor.one('.') && cursor.digits(1)) &&
  cursor.optional(() => cursor.one('e') && cursor.optional(() => cursor.one('+-')) && cursor.digits(1));

export const datePattern: LiteralPattern = (cursor) =>
  year(cursor) && cursor.one('-') && month(cursor) && cursor.one('-') && day(cursor);

export const timeOfDayPattern: LiteralPattern = (cursor) =>
  hourAndMinute(cursor) && cursor.optional(() => cursor.one(':') && second(cursor) && fraction(cursor));

export const dateTimeOffsetPattern: LiteralPattern = (cursor) =>
  datePattern(cursor) &&
  cursor.one('t') &&
  timeOfDayPattern(cursor) &&
  (cursor.one('z') || (cursor.one('+-') && hourAndMinute(cursor)));

/** The text between the quotes: days and smaller units in order, at least one of them. */
export const durationPattern: LiteralPattern = (cursor) => {
  cursor.one('-');
  if (!cursor.one('p')) return false;
  const hasDays = takesPart(cursor, () => cursor.digits(1) && cursor.one('d'));
  if (!cursor.one('t')) return hasDays;
  const hasHours = takesPart(cursor, () => cursor.digits(1) && cursor.one('h'));
  const hasMinutes = takesPart(cursor, () => cursor.digits(1) && cursor.one('m'));
  const hasSeconds = takesPart(
    cursor,
    () => cursor.digits(1) && cursor.optional(() => cursor.one('.') && cursor.digits(1)) && cursor.one('s'),
  );
  return hasHours || hasMinutes || hasSeconds;
};

/** The text between the quotes: base64url with or without padding, whose unused last bits are zero. */
export const binaryPattern: LiteralPattern = (cursor) => {
  const start = cursor.position;
  while (cursor.one(base64Letters)) continue;
  const rest = (cursor.position - start) % 4;
  if (rest === 1) return false;
  if (rest === 0) return true;
  const lastOne = cursor.text.charAt(cursor.position - 1);
  if (!(rest === 2 ? 'AQgw' : 'AEIMQUYcgkosw048').includes(lastOne)) return false;
  return cursor.optional(() => cursor.one('=') && (rest === 3 || cursor.one('=')));
};

const base64Letters = 'abcdefghijklmnopqrstuvwxyz0123456789-_';

function takesPart(cursor: Cursor, part: () => boolean): boolean {
  const start = cursor.position;
  cursor.optional(part);
  return cursor.position > start;
}

function year(cursor: Cursor): boolean {
  cursor.one('-');
  if (cursor.one('0')) return cursor.digit() && cursor.digit() && cursor.digit();
  return cursor.digits(4);
}

function month(cursor: Cursor): boolean {
  return cursor.one('0') ? cursor.one('123456789') : cursor.one('1') && cursor.one('012');
}

function day(cursor: Cursor): boolean {
  if (cursor.one('0')) return cursor.one('123456789');
  return cursor.one('12') ? cursor.digit() : cursor.one('3') && cursor.one('01');
}

function hourAndMinute(cursor: Cursor): boolean {
  return hour(cursor) && cursor.one(':') && cursor.one('012345') && cursor.digit();
}

function hour(cursor: Cursor): boolean {
  return cursor.one('01') ? cursor.digit() : cursor.one('2') && cursor.one('0123');
}

function second(cursor: Cursor): boolean {
  return cursor.one('6') ? cursor.one('0') : cursor.one('012345') && cursor.digit();
}

function fraction(cursor: Cursor): true {
  return cursor.optional(() => {
    if (!cursor.one('.')) return false;
    let digits = 0;
    while (digits < maxFractionDigits && cursor.digit()) digits += 1;
    return digits > 0;
  });
}
