import { z } from 'zod';
import type { AddressQuery } from '../../../lib/address-query.ts';
import { writeConditions } from '../../../lib/lists/column-filter-address.ts';
import type { Condition, Operator } from '../../../lib/lists/column-filter.ts';
import { firstConditions } from './work-unit-filter.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const linkSchema = z.object({
  pageSize: z.int().optional(),
  /** Counts from 0. */
  page: z.int().min(0).optional(),
  pageNumber: z.int().min(0).optional(),
  sort: z
    .array(z.object({ field: z.string(), sort: z.string().optional(), direction: z.string().optional() }))
    .optional(),
  filters: z
    .array(z.object({ field: z.string(), operator: z.string().optional(), value: z.union([scalar, z.array(scalar)]) }))
    .optional(),
  searchText: z.string().optional(),
});

type Link = z.infer<typeof linkSchema>;

const chosenFromList = new Set(['stateId', 'severityId', 'workUnitTypeId', 'tenantId']);
const operators: Readonly<Record<string, Operator>> = {
  equals: 'is',
  startsWith: 'starts',
  endsWith: 'ends',
  isAnyOf: 'in',
};

const conditionOf = ({ field, operator = '', value }: NonNullable<Link['filters']>[number]): Condition => {
  const values = Array.isArray(value) ? value : [value];
  if (chosenFromList.has(field)) return { path: field, operator: operator === 'not' ? 'out' : 'in', values };
  return { path: field, operator: operators[operator] ?? ((operator || 'contains') as Operator), values };
};

const sortOf = (sort: NonNullable<Link['sort']>): string =>
  sort
    .map(({ field, sort: order, direction = order }) => {
      const path = field === 'tenant' ? 'tenant/name' : field;
      return direction === 'desc' ? `-${path}` : path;
    })
    .join(',');

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Returns the URL query of the list for a `search` that contains the complete state of the list as JSON: page size,
 * page, sort and filters (docs/reference/work-units.md#list). `undefined` if `search` is a search text.
 */
export const readSharedList = (search: string | undefined): AddressQuery | undefined => {
  if (!search?.startsWith('{')) return undefined;
  const { data: link } = linkSchema.safeParse(parse(search));
  if (!link) return undefined;
  const page = link.page ?? link.pageNumber ?? 0;
  return {
    search: link.searchText,
    size: link.pageSize === undefined ? undefined : String(link.pageSize),
    page: page === 0 ? undefined : String(page + 1),
    sort: link.sort && sortOf(link.sort),
    filter: link.filters && writeConditions(link.filters.map(conditionOf), firstConditions),
  };
};
