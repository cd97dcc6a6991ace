const lastDayOf = (year: number, month: number): number => {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
};

/**
 * Milliseconds since 1970 of a text that begins with an ISO 8601 date, followed by `T` and a time if it is longer. NaN
 * if its day or hour does not exist: `Date.parse` reads 30 February as 2 March, and accepts 24:00.
 */
export const parseIsoTime = (text: string): number => {
  const part = (start: number, end: number): number => Number(text.slice(start, end));
  const day = part(8, 10);
  const isDay = day <= 28 || day <= lastDayOf(part(0, 4), part(5, 7));
  return isDay && part(11, 13) < 24 ? Date.parse(text) : Number.NaN;
};
