/** Shorter texts occur by chance; the server allows no secret that short. */
const minSecretCharacters = 4;
const replacement = '***';

const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
];

/** Replaces secrets in texts: as they are, percent-encoded, JSON-escaped and in base64. */
export const createRedactor = (secrets: readonly string[]): ((text: string) => string) => {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= minSecretCharacters).flatMap(formsOf))].sort(
    (one, other) => other.length - one.length,
  );
  return (text) => forms.reduce((result, form) => result.replaceAll(form, replacement), text);
};

/** Redacts every text within a JSON value, names included. */
export const redactValue = (value: unknown, redact: (text: string) => string): unknown => {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((each) => redactValue(each, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [redact(name), redactValue(each, redact)]));
};
