import type { Property } from './entity.ts';

/** What properties of these names say in every entity. */
const usual: ReadonlyMap<string, string> = new Map([
  ['tenantId', 'The tenant that the row belongs to; null where every tenant shares it.'],
  ['subscriptionId', 'The subscription that the row belongs to.'],
  ['created', 'When it was made, in UTC.'],
  ['createdBy', 'Who made it: the mail of a person, or the name of a machine or of the system.'],
  ['modified', 'When it was changed last, in UTC; later with each change.'],
  ['modifiedBy', 'Who changed it last: the mail of a person, or the name of a machine or of the system.'],
  ['isDeleted', 'Whether it was deleted; it is kept for what refers to it.'],
]);

const byType: Partial<Readonly<Record<Property['type'], string>>> = {
  timeSpan: 'A time span as d.HH:mm:ss.',
  json: 'JSON as text.',
};

/** What a property's value says: in its own words, else in those of its name or its type; else nothing needs saying. */
export const descriptionOf = (name: string, { description, type }: Property): string | undefined =>
  description ?? usual.get(name) ?? byType[type];
