/** Types whose label differs from their name (docs/reference/work-units.md#types). */
export const typeLabels: Readonly<Record<string, string>> = { Request: 'User Request' };

/** The label of a type. */
export const typeLabel = (name: string | undefined): string =>
  (name !== undefined && Object.hasOwn(typeLabels, name) ? typeLabels[name] : name) ?? '';
