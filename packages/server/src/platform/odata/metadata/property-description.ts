import type { Property } from '../entity.ts';

/** Descriptions of properties with these names, in every entity. */
const usual: ReadonlyMap<string, string> = new Map([
  ['tenantId', 'The tenant that the row belongs to; null if all tenants share it.'],
  ['subscriptionId', 'The subscription that the row belongs to.'],
  ['created', 'When it was created, in UTC.'],
  ['createdBy', 'Who created it: the mail of a person, or the name of a machine or of the system.'],
  ['modified', 'When it was changed last, in UTC; later with each change.'],
  ['modifiedBy', 'Who changed it last: the mail of a person, or the name of a machine or of the system.'],
  ['isDeleted', 'Whether it was deleted; it is kept for the rows that refer to it.'],
]);

const byType: Partial<Readonly<Record<Property['type'], string>>> = {
  timeSpan: 'A time span as d.HH:mm:ss.',
  json: 'JSON as text.',
};

/** The description of a property: its own, otherwise that of its name or its type; `undefined` if self-explanatory. */
export const descriptionOf = (name: string, { description, type }: Property): string | undefined =>
  description ?? usual.get(name) ?? byType[type];
