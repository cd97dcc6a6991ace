import { useRows } from '../../lib/api/use-list.ts';
import { phrase, type Filter } from '../../lib/api/odata-filter.ts';
import { versionReportSet } from './version-report-row.ts';

/** A distinct count over the rows of the report, and over the outdated ones among them. */
export interface ReportTotal {
  readonly all: number | undefined;
  readonly outdated: number | undefined;
}

const isOutdated = `versionStatus eq 'Outdated'`;

const useDistinctCount = (property: 'deviceId' | 'packageId', conditions: readonly string[]): number | undefined => {
  // Counting groups is several times faster in PostgreSQL than `countdistinct`, which sorts.
  const apply = [...conditions, `groupby((${property}))`, 'aggregate($count as total)'].join('/');
  const { data } = useRows<{ readonly total: number }>(versionReportSet, { apply }, { keepsPreviousData: true });
  return data && (data[0]?.total ?? 0);
};

/** Distinct devices and packages of the rows that match a filter and a search. */
export const useReportTotals = (filter: Filter, search: string) => {
  const text = phrase(search);
  const matching = [filter ? `filter(${filter})` : '', text ? `search(${text})` : ''].filter((step) => step !== '');
  const outdated = [...matching, `filter(${isOutdated})`];
  const devices: ReportTotal = {
    all: useDistinctCount('deviceId', matching),
    outdated: useDistinctCount('deviceId', outdated),
  };
  const packages: ReportTotal = {
    all: useDistinctCount('packageId', matching),
    outdated: useDistinctCount('packageId', outdated),
  };
  return { devices, packages };
};
