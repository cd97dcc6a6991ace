/** Shorter texts occur by chance; the server allows no secret that short. */
const minSecretCharacters = 4;
const replacement = '***';
/** Placeholder for each character of a secret until the text is cut; a Unicode noncharacter. */
const mask = '\uffff';
const masks = /\uffff+/g;

const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
];

/** Replaces secrets in texts: verbatim, percent-encoded, JSON-escaped and in base64. */
export interface Redactor {
  /** Length of the longest form of a secret. */
  readonly maxCharacters: number;
  readonly redact: (text: string) => string;
  /** The first characters of a text, without any part of a secret, even of one that extends beyond them. */
  readonly first: (text: string, characters: number) => string;
  /** The last characters of a text, likewise. */
  readonly last: (text: string, characters: number) => string;
  /** The part of a text between two offsets, likewise; each secret in it is replaced by three characters. */
  readonly part: (text: string, from: number, to: number) => string;
}

export const createRedactor = (secrets: readonly string[]): Redactor => {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= minSecretCharacters).flatMap(formsOf))].sort(
    (one, other) => other.length - one.length,
  );
  const hide = (text: string): string =>
    forms.reduce((result, form) => result.replaceAll(form, mask.repeat(form.length)), text);
  const replace = (text: string): string => (forms.length === 0 ? text : text.replaceAll(masks, replacement));
  const maxCharacters = forms[0]?.length ?? 0;
  // Text beyond the cut is included as far as a secret across it can extend. The last cut is for a replacement that is
  // longer than the remaining part of the secret.
  return {
    maxCharacters,
    redact: (text) => replace(hide(text)),
    first: (text, characters) =>
      replace(hide(text.slice(0, characters + maxCharacters)).slice(0, characters)).slice(0, characters),
    last: (text, characters) =>
      replace(hide(text.slice(-characters - maxCharacters)).slice(-characters)).slice(-characters),
    part: (text, from, to) => replace(hide(text).slice(from, to)),
  };
};

/** Replaces every text within a JSON value, names included. */
export const mapTexts = (value: unknown, map: (text: string) => string): unknown => {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [map(name), mapTexts(each, map)]));
};
