import { describe, expect, test } from 'vitest';
import { conditionFilter } from '../lib/lists/column-filter-odata.ts';
import { readConditions } from '../lib/lists/column-filter-address.ts';
import type { Column } from '../ui/grid/data-table-column.ts';
import { columnFilters } from '../ui/filters/column-filters.ts';
import { communicationColumns } from '../areas/communications/communication-columns.tsx';
import { deviceColumns } from '../areas/devices/device-columns.tsx';
import { versionReportColumns } from '../areas/version-report/version-report-columns.tsx';
import { hideFinished } from '../areas/work-units/list/work-unit-filter.ts';
import { workUnitColumns } from '../areas/work-units/list/work-unit-columns.tsx';
import {
  devicesWithinLink,
  openIncidentsLink,
  openUnitsLink,
  outdatedPackagesLink,
  overdueCommunicationsLink,
  unitsWithinLink,
} from '../areas/home/home-links.ts';

const conditionsOf = (link: string, columns: readonly Column<never>[]) => {
  const query = new URLSearchParams(link.split('?')[1]);
  return readConditions(query.get('filter') ?? undefined, columnFilters(columns));
};
const filterOf = <Row>(link: string, columns: readonly Column<Row>[]) =>
  conditionFilter(columnFilters(columns as readonly Column<never>[]), conditionsOf(link, columns));
const units = workUnitColumns({ types: [{ value: 1, label: 'Incident' }] });
const span = { from: '2026-11-22T23:00:00.000Z', before: '2026-11-23T23:00:00.000Z' };

describe('links on Home filter for the rows that the figures count', () => {
  test('open units of a severity and state', () => {
    expect(filterOf(openUnitsLink('Sev1', 'OnHold'), units)).toBe(
      "(severityId in ('Sev1')) and (stateId in ('OnHold'))",
    );
    expect(filterOf(openUnitsLink('Sev1'), units)).toBe("severityId in ('Sev1')");
    expect(filterOf(openIncidentsLink, units)).toBe('workUnitTypeId in (1)');
  });

  test.each(['created', 'acknowledged', 'resolved'] as const)(
    '%s units of a day, including finished ones',
    (moment) => {
      const link = unitsWithinLink(moment, span);
      expect(filterOf(link, units)).toContain(`(${moment} ge ${span.from}) and (${moment} lt ${span.before})`);
      const conditions = conditionsOf(link, units);
      expect(hideFinished({ conditions, filter: () => undefined })).toBeUndefined();
    },
  );

  test('devices by age', () => {
    const time = 'latestPacket/timestamp';
    expect(filterOf(devicesWithinLink(span), deviceColumns)).toBe(
      `(${time} ge ${span.from}) and (${time} lt ${span.before})`,
    );
    expect(filterOf(devicesWithinLink({ from: null, before: null }), deviceColumns)).toBe(
      `${time} eq null or ${time} lt 2022-01-01T00:00:00.000Z`,
    );
  });

  test('overdue communications and outdated packages', () => {
    expect(filterOf(overdueCommunicationsLink('2026-11-23T10:15:42.000Z'), communicationColumns)).toBe(
      'nextUpdate lt 2026-11-23T10:15:00.000Z',
    );
    expect(filterOf(outdatedPackagesLink, versionReportColumns)).toBe("versionStatus in ('Outdated')");
  });
});
