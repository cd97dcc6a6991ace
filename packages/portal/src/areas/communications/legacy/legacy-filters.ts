import dayjs from 'dayjs';
import type { Condition, Operator } from '../../../lib/lists/column-filter.ts';

/** The time spans of the filters. */
export const legacySpans = [
  { path: 'created', label: 'Created' },
  { path: 'nextUpdate', label: 'Next Update' },
  { path: 'eventResolved', label: 'Resolved' },
] as const;
export type LegacySpan = (typeof legacySpans)[number]['path'];

/** The values of the form: ids and names, local times to the minute (`YYYY-MM-DDTHH:mm`), or an empty string. */
export type LegacyFilters = Readonly<Record<'tenantId' | 'status' | `${LegacySpan}Start` | `${LegacySpan}End`, string>>;

/** No filter. */
export const emptyLegacyFilters: LegacyFilters = {
  tenantId: '',
  status: '',
  createdStart: '',
  createdEnd: '',
  nextUpdateStart: '',
  nextUpdateEnd: '',
  eventResolvedStart: '',
  eventResolvedEnd: '',
};

interface Place {
  readonly path: string;
  readonly operator: Operator;
}

const places: Readonly<Record<keyof LegacyFilters, Place>> = {
  tenantId: { path: 'tenantId', operator: 'in' },
  status: { path: 'status', operator: 'in' },
  createdStart: { path: 'created', operator: 'from' },
  createdEnd: { path: 'created', operator: 'until' },
  nextUpdateStart: { path: 'nextUpdate', operator: 'from' },
  nextUpdateEnd: { path: 'nextUpdate', operator: 'until' },
  eventResolvedStart: { path: 'eventResolved', operator: 'from' },
  eventResolvedEnd: { path: 'eventResolved', operator: 'until' },
};
const names = Object.keys(places) as (keyof LegacyFilters)[];

const isTime = ({ operator }: Place): boolean => operator !== 'in';
const isAt = (condition: Condition, { path, operator }: Place): boolean =>
  condition.path === path && condition.operator === operator && condition.values.length === 1;

const localMinute = 'YYYY-MM-DDTHH:mm';
const toLocal = (utc: string): string => dayjs(utc).format(localMinute);
const toUtc = (local: string): string =>
  dayjs(local)
    .toISOString()
    .replace(/:\d\d\.\d+Z$/, 'Z');

/** Converts the conditions of a list into values of the form. Conditions without a field are left out. */
export const readLegacyFilters = (conditions: readonly Condition[]): LegacyFilters => {
  const fields = names.map((name) => {
    const [value = ''] = conditions.find((condition) => isAt(condition, places[name]))?.values ?? [];
    return [name, value !== '' && isTime(places[name]) ? toLocal(value) : value];
  });
  return Object.fromEntries(fields) as LegacyFilters;
};

/** Converts the values of the form into conditions. Bounds are inclusive, to the minute. */
export const writeLegacyFilters = (filters: LegacyFilters): readonly Condition[] =>
  names
    .filter((name) => filters[name] !== '')
    .map((name) => ({
      ...places[name],
      values: [isTime(places[name]) ? toUtc(filters[name]) : filters[name]],
    }));

/** The spans that end before they begin. */
export const reversedSpans = (filters: LegacyFilters): ReadonlySet<LegacySpan> =>
  new Set(
    legacySpans
      .map(({ path }) => path)
      .filter((path) => {
        const [start, end] = [filters[`${path}Start`], filters[`${path}End`]];
        return start !== '' && end !== '' && end < start;
      }),
  );
