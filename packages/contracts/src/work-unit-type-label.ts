/**
 * Types whose name is not what people read: Request is shown as "User Request" (docs/reference/work-units.md#types).
 */
export const typeLabels: Readonly<Record<string, string>> = { Request: 'User Request' };

/** A type's name as people know it. */
export const typeLabel = (name: string | undefined): string =>
  (name !== undefined && Object.hasOwn(typeLabels, name) ? typeLabels[name] : name) ?? '';
