import type { FirstHour } from '@cfs/contracts/first-hour';
import { firstHourPreference } from '@cfs/contracts/first-hour-steps';
import type { Home } from '@cfs/contracts/home';
import { builtInRoles } from '@cfs/contracts/roles';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../ui/testing/render.tsx';
import { usePreference } from '../../lib/preferences/preferences.ts';
import { HomeScreen } from './home-screen.tsx';

const deviceId = '6f9619ff-8b86-4011-b42d-00c04fc96401';
const steps = (...done: readonly boolean[]): FirstHour['steps'] =>
  (['token', 'agent', 'promotion', 'reading', 'rule', 'match'] as const).map((step, index) => ({
    step,
    isDone: done[index] ?? false,
    id: step === 'reading' ? deviceId : null,
  }));
const home: Home = {
  readAt: '2026-05-01T10:30:00.000Z',
  workUnits: null,
  communications: null,
  rules: null,
  devices: null,
  pendingDevices: { count: 1 },
  blocks: null,
  compliance: null,
};

/**
 * Home, with a button that reopens the guide like the entry of the profile menu, and one that resets the preference.
 */
const Reopened = () => {
  const [, choose] = usePreference<unknown>(firstHourPreference, undefined);
  return (
    <>
      <button onClick={() => choose('shown')}>Reopen</button>
      <button onClick={() => choose(undefined)}>Forget</button>
      <HomeScreen />
    </>
  );
};

const show = (answer: FirstHour['steps'], options: RenderOptions = {}) => {
  const server = fakeServer({ 'GET /v1/home': () => home, 'GET /v1/home/firstHour': () => ({ steps: answer }) });
  return render(<Reopened />, { at: `/${testTenantId}`, permissions: builtInRoles.Administrator, ...options }).then(
    () => server,
  );
};
const guide = page.getByRole('region', { name: 'First hour' });

beforeEach(() => localStorage.clear());

test.for(['light', 'dark'] as const)('the guide links to each step and is accessible at 390 px, %s', async (theme) => {
  await page.viewport(390, 844);
  await show(steps(true, true, false, true), { theme });
  await expect.element(guide.getByRole('status')).toHaveTextContent('3 of 6 done');
  const hrefs = guide
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href')?.replace(`/${testTenantId}`, ''));
  expect(hrefs).toEqual([
    '/tokens',
    '/welcome',
    '/pendingdevices',
    `/packets/${deviceId}`,
    '/rules?open=new',
    '/rules',
  ]);
  await expect.element(guide.getByText('Promote the machine (next)')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await accessibilityViolations()).toEqual([]);
});

test('a hidden guide stays hidden until it is opened again', async () => {
  await show(steps());
  await guide.getByRole('button', { name: 'Hide First hour' }).click();
  await expect.element(guide).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect.element(guide).toBeVisible();
  await page.getByRole('button', { name: 'Forget' }).click();
});

test('if all steps are done, the guide is shown only to people who opened it', async () => {
  await show(steps(true, true, true, true, true, true));
  await expect.element(page.getByRole('link', { name: 'Pending devices to promote' })).toBeVisible();
  await expect.element(guide).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect.element(guide.getByText('All steps are done.')).toBeVisible();
  await page.getByRole('button', { name: 'Forget' }).click();
});

test('the guide is not requested for a person who may neither promote nor write rules', async () => {
  let asked = 0;
  fakeServer({
    'GET /v1/home': () => home,
    'GET /v1/home/firstHour': () => {
      asked += 1;
      return { steps: steps() };
    },
  });
  await render(<HomeScreen />, { at: `/${testTenantId}`, permissions: builtInRoles.Viewer });
  await expect.element(page.getByRole('link', { name: 'Pending devices to promote' })).toBeVisible();
  expect(asked).toBe(0);
  await expect.element(guide).not.toBeInTheDocument();
});
