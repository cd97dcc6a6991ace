import type { ReportRow } from './version-report-row.ts';
import { describe, expect, test } from 'vitest';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../ui/testing/render.tsx';
import { versionReportSet } from './version-report-row.ts';
import { VersionReportScreen } from './version-report-screen.tsx';

const row = (index: number): ReportRow => ({
  installationId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  deviceId: testTenantId,
  deviceName: `Pump ${index}`,
  tenantId: testTenantId,
  tenantName: 'Fjord',
  tenant: { name: 'Fjord' },
  subscriptionId: testTenantId,
  subscriptionName: 'Plant',
  packageId: testTenantId,
  packageName: 'Core',
  versionStatus: index === 1 ? 'Outdated' : 'Current',
  installedVersion: '1.0.0',
  installedVersionReleased: '2026-11-01T08:00:00.000Z',
  latestVersion: '1.1.0',
  latestVersionReleased: '2026-11-02T08:00:00.000Z',
  compliantDevice: index !== 1,
});
const rows = [row(1), row(2), row(3)];

const show = async (options: RenderOptions = {}) => {
  const server = fakeServer({
    [`GET ${versionReportSet}`]: ({ query }) => {
      const apply = query.get('$apply') ?? '';
      if (apply.includes('tenant/name')) return { value: [{ tenantId: testTenantId, tenant: { name: 'Fjord' } }] };
      if (apply !== '')
        return { value: [{ total: apply.includes('deviceId') && !apply.includes('Outdated') ? 3 : 1 }] };
      return { value: rows, '@odata.count': rows.length };
    },
    'GET /v1/preferences': () => ({}),
  });
  const screen = await render(<VersionReportScreen />, options);
  return { server, screen };
};

describe('the version report', () => {
  test('shows the rows, the shares with two decimals and no accessibility violation', async () => {
    const { screen, server } = await show();
    await expect.element(screen.getByRole('grid', { name: 'Version Report' })).toBeVisible();
    await expect.element(screen.getByRole('group', { name: 'Devices' })).toHaveTextContent('66.67%2 of 3 up to date');
    await expect.element(screen.getByRole('group', { name: 'Packages' })).toHaveTextContent('0.00%0 of 1 up to date');
    const page = server.requests.find(({ query }) => query.get('$top') === '25');
    expect(page?.query.get('$orderby')).toBe('deviceName asc');
    expect(await accessibilityViolations()).toEqual([]);
  });

  test('filters the list by outdated rows, and applies the search to the counts', async () => {
    const { screen, server } = await show({ at: `/${testTenantId}/versionreport?search=pump` });
    await screen.getByRole('group', { name: 'Devices' }).getByRole('button', { name: '1 out of date' }).click();
    await expect
      .poll(() => server.requests.map(({ query }) => query.get('$apply') ?? '').at(-1))
      .toContain('search("pump")/');
    await expect
      .poll(() => server.requests.some(({ query }) => (query.get('$filter') ?? '').includes('Outdated')))
      .toBe(true);
  });

  test('links a tenant to its own report', async () => {
    const { screen } = await show();
    await expect
      .element(screen.getByRole('link', { name: 'Fjord' }).first())
      .toHaveAttribute('href', `/${testTenantId}/versionreport?filter=tenantId~in~${testTenantId}`);
  });
});
