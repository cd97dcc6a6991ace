import type { Home } from '@cfs/contracts/home';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { HomeScreen } from './home-screen.tsx';

const id = (number: number): string => `6f9619ff-8b86-4011-b42d-00c04fc9640${number}`;
const time = '2026-05-01T10:30:00.000Z';
const home: Home = {
  readAt: time,
  workUnits: {
    open: [{ severityId: 'Sev1', stateId: 'OnHold', count: 3 }],
    openIncidents: 1,
    incidents: [
      {
        workUnitId: 7,
        publicWorkUnitId: 7,
        title: 'Disk is full',
        severityId: 'Sev1',
        stateId: 'OnHold',
        created: time,
      },
    ],
    days: [{ from: '2026-05-01T00:00:00.000Z', before: '2026-05-02T00:00:00.000Z', created: 4, resolved: 2 }],
    since: '2026-04-02T00:00:00.000Z',
    acknowledged: { count: 5, meanSeconds: 600 },
    resolved: { count: 1, meanSeconds: 7_200 },
    serviceLevels: { response: { met: 19, breached: 1 }, resolution: { met: 0, breached: 0 } },
  },
  communications: { overdue: 2 },
  rules: {
    matches: 3,
    byRule: [{ ruleId: id(1), name: 'Hot', count: 2 }],
    outOfService: [{ ruleId: id(2), name: 'Slow', outOfServiceReason: 'It took too long.' }],
  },
  devices: { count: 4, ages: [{ from: time, before: null, count: 4 }], outdatedPackages: 6 },
  pendingDevices: { count: 1 },
  blocks: {
    blocks: [{ blockId: id(3), name: 'Boiler', blockTypeId: 1, entityColor: { color: 'FF3333' } }],
    readings: [],
  },
  compliance: {
    week: '2026-04-26',
    sets: [{ controlSetId: id(4), name: 'Access', controls: 3, compliant: 1, otherwise: 1 }],
  },
};

test.for(['light', 'dark'] as const)('Home shows every figure linked to its rows, accessible, %s', async (theme) => {
  fakeServer({
    'GET /v1/home': () => home,
    'GET /v1/workunits/shippedViews': () => ({ value: [{ key: 'my-open', count: 3 }] }),
  });
  await render(<HomeScreen />, { at: `/${testTenantId}`, permissions: ['WorkUnits:view'], theme });
  await expect.element(page.getByRole('link', { name: 'Sev1, On hold: 3' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'My open 3' })).toBeVisible();
  await expect.element(page.getByText('95 %')).toBeVisible();
  const created = page.getByRole('link', { name: '4 created on Fri, 1 May' });
  expect(created.element().getAttribute('href')).toContain('created~from~2026-05-01T00:00Z');
  await expect.element(page.getByText('1 more of other rules')).toBeVisible();
  await expect.element(page.getByText('1 of 3 compliant, 1 not set')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Access, not set: 1' }))
    .toHaveAttribute('href', `/${testTenantId}/compliance?set=${id(4)}&status=Notset`);
  expect(await accessibilityViolations()).toEqual([]);
});
