/** Truncates a text to a number of characters, and replaces the values of secrets that begin within them. */
export type Redact = (text: string, characters: number) => string;

/** The replacement of a redacted value. */
const redacted = '[secret]';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const escapeUnits = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const percentEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);

/** Base64 of the value at each alignment within a longer text, without the characters that depend on adjacent bytes. */
const base64Of = (value: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const [start, end] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    const text = bytes.toString('base64').slice(start, end);
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });

/** The forms in which a value may be returned: as it was sent, or as the receiver quotes it. */
const formsOf = (value: string): string[] => {
  const asHeader = value.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  const asBytes = Buffer.from(asHeader).toString('latin1');
  return [value, value.trim(), asHeader, asBytes].flatMap((text) => [
    text,
    encodeURIComponent(text),
    percentEncode(text),
    percentEncode(text).replaceAll('%20', '+'),
    escapeJson(text),
    escapeJson(escapeJson(text)),
    escapeUnits(escapeJson(text)),
    escapeJson(text).replaceAll('/', String.raw`\/`),
    escapeHtml(text),
    escapeHtml(text).replaceAll("'", '&#39;'),
    Buffer.from(text).toString('hex'),
    ...base64Of(text),
  ]);
};

/** Converts only ASCII letters to lower case, which keeps every position. */
const foldAscii = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

type Range = readonly [start: number, end: number];

/**
 * Returns the ranges of a form that begin within the first `characters` of a text; overlapping occurrences are merged.
 * The rest is not searched, because the time for a long form that almost matches everywhere is the product of both
 * lengths.
 */
const rangesOf = (text: string, form: string, characters: number): Range[] => {
  const searched = text.slice(0, characters + form.length - 1);
  const ranges: [number, number][] = [];
  for (let at = searched.indexOf(form); at >= 0; at = searched.indexOf(form, at + 1)) {
    const last = ranges.at(-1);
    if (last && at < last[1]) last[1] = at + form.length;
    else ranges.push([at, at + form.length]);
  }
  return ranges;
};

/**
 * Redacts these values in texts: as they are, percent-encoded, JSON- and HTML-escaped, in base64 and in hex. Case is
 * ignored, because that of host names and of percent-encoding may change in transit.
 */
export const createRedaction = (values: readonly string[]): Redact => {
  const forms = [...new Set(values.flatMap(formsOf).map(foldAscii))].filter((form) => form !== '');
  const longest = forms.reduce((max, { length }) => Math.max(max, length), 0);
  return (text, characters) => {
    const folded = foldAscii(text.slice(0, characters + longest));
    const ranges = forms
      .flatMap((form) => rangesOf(folded, form, characters))
      .toSorted(([one], [other]) => one - other);
    let kept = '';
    let end = 0;
    for (const [from, to] of ranges) {
      if (from >= end) kept += `${text.slice(end, from)}${redacted}`;
      end = Math.max(end, to);
    }
    return kept + text.slice(end, Math.max(end, characters));
  };
};
