import { useRows } from '../../lib/api/use-list.ts';
import { phrase, type Filter } from '../../lib/api/odata-filter.ts';
import { versionReportSet } from './version-report-row.ts';

/** Distinct devices and packages of the report. */
export interface ReportTotals {
  readonly devices: number;
  readonly packages: number;
}

const counted = 'aggregate(deviceId with countdistinct as devices,packageId with countdistinct as packages)';
const nothing: ReportTotals = { devices: 0, packages: 0 };

/** The totals of the rows that match a filter and a search, and of the outdated ones among them. */
export const useReportTotals = (filter: Filter, search: string) => {
  const text = phrase(search);
  const matching = [filter ? `filter(${filter})` : '', text ? `search(${text})` : ''].filter((step) => step !== '');
  const totalOf = (...steps: readonly string[]) => ({ apply: [...matching, ...steps, counted].join('/') });
  const options = { keepsPreviousData: true };
  const all = useRows<ReportTotals>(versionReportSet, totalOf(), options);
  const outdated = useRows<ReportTotals>(versionReportSet, totalOf(`filter(versionStatus eq 'Outdated')`), options);
  return {
    all: all.data && (all.data[0] ?? nothing),
    outdated: outdated.data && (outdated.data[0] ?? nothing),
  };
};
