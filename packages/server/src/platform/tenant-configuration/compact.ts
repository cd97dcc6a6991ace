/** The members that differ from their defaults, without `null`, `undefined` and empty texts. */
export const compact = (
  members: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([name, value]) => value !== undefined && value !== null && value !== '' && value !== defaults[name],
    ),
  );
