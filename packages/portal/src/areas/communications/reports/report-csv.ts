/** Matches text that a spreadsheet would evaluate as a formula. */
const formula = /^[=+@\t\r\uff1d\uff0b\uff0d\uff20-]/;

const cell = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Serializes records as CSV (RFC 4180), with the byte order mark that spreadsheets need. */
export const toCsv = (records: readonly (readonly string[])[]): string =>
  `\u{FEFF}${records.map((record) => `${record.map(cell).join(',')}\r\n`).join('')}`;
