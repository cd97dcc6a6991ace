import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Permission } from '@cfs/contracts/permissions';
import { searchDebounce } from '@cfs/contracts/sizes';
import { SessionProvider } from '../../../lib/session/session-context.tsx';
import type { Session } from '../../../lib/session/session.ts';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer, type SeenRequest } from '../../../ui/testing/fake-server.ts';
import { pauseTimeouts } from '../../../ui/testing/pause-timeouts.ts';
import { render, testTenantId } from '../../../ui/testing/render.tsx';
import { CommandPalette } from './command-palette.tsx';

const operator: readonly Permission[] = ['WorkUnits:view', 'WorkUnits:create', 'Devices:view', 'Locations:view'];

const units = [
  { workUnitId: 12, title: 'Disk full on web-01', stateId: 'New', severityId: 'Sev1' },
  { workUnitId: 123, title: 'Disk slow', stateId: 'New', severityId: 'Sev2' },
];

const answerUnits = ({ query }: SeenRequest) => {
  const wanted = /^workUnitId (?:eq|in) \(?([\d,]+)\)?$/.exec(query.get('$filter') ?? '')?.[1]?.split(',');
  const search = (query.get('$search') ?? '').replaceAll('"', '').toLowerCase();
  const value = units.filter(({ workUnitId, title }) =>
    wanted ? wanted.includes(String(workUnitId)) : title.toLowerCase().includes(search),
  );
  return { value };
};

const serve = () =>
  fakeServer({
    'GET /v1/workunits': answerUnits,
    'GET /api/generallookup/workunittypes': () => [{ workUnitTypeId: 1, name: 'Incident' }],
    'GET /api/generallookup/tenants': () => [
      { tenantId: testTenantId, name: 'Contoso Operations' },
      { tenantId: '6f9619ff-8b86-4011-b42d-00c04fc964ff', name: 'Fabrikam Field Services' },
    ],
    'GET /api/generallookup/subscriptions': () => [
      { subscriptionId: '6f9619ff-8b86-4011-b42d-00c04fc96401', tenantId: testTenantId, name: 'Production' },
      { subscriptionId: '6f9619ff-8b86-4011-b42d-00c04fc96402', tenantId: testTenantId, name: 'Test' },
    ],
    'GET /api/generalLookup/license': () => ({ licenseExpiration: '2030-12-31T00:00:00Z' }),
  });

const session = (): Session => ({
  status: () => 'signed-in',
  subscribe: () => () => undefined,
  start: () => Promise.resolve(),
  signIn: () => Promise.resolve(),
  canSignIn: () => Promise.resolve(false),
  signOut: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  refusal: () => undefined,
  drop: () => Promise.resolve(false),
  accessToken: () => Promise.resolve(undefined),
});

const openPalette = async (permissions = operator, theme: 'light' | 'dark' = 'light', signedIn = session()) => {
  const screen = await render(
    <SessionProvider value={signedIn}>
      <CommandPalette />
    </SessionProvider>,
    { permissions, theme },
  );
  const opener = screen.getByRole('button', { name: 'Search or jump to' });
  await opener.click();
  const dialog = screen.getByRole('dialog', { name: 'Command palette' });
  const field = dialog.getByRole('combobox');
  await expect.element(field).toHaveFocus();
  const options = () => dialog.getByRole('option').elements();
  const texts = () => options().map((option) => option.textContent);
  const active = () => {
    const id = (field.element() as HTMLInputElement).getAttribute('aria-activedescendant') ?? '';
    const option = document.getElementById(id);
    expect(option?.getAttribute('aria-selected')).toBe('true');
    return option?.textContent;
  };
  return { screen, opener, dialog, field, texts, active };
};

const newTabs = () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => open.mockRestore());
  return open;
};

describe('the command palette', () => {
  test('opens by shortcut and by button, and restores the focus', async () => {
    serve();
    const { opener, dialog } = await openPalette();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(dialog).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  test('offers permitted screens, tenants and actions', async () => {
    serve();
    const { texts } = await openPalette();
    await expect.poll(texts).toContain('Create Incident');
    await expect.poll(texts).toContain('Contoso OperationsTest');
    expect(texts()).toEqual(expect.arrayContaining(['Home', 'Work Units', 'Devices', 'Log out', 'Switch to dark']));
    expect(texts()).not.toContain('Locations');
  });

  test('offers neither tenants nor work units without permission', async () => {
    const server = serve();
    const { field, texts, dialog } = await openPalette(['Locations:view', 'Locations:edit']);
    await expect.poll(texts).toContain('LocationsAdministration');
    expect(texts()).not.toContain('Contoso OperationsTest');
    await field.fill('#123');
    await expect.element(dialog.getByRole('status')).toHaveTextContent('Nothing found for “#123”.');
    expect(server.requests.some(({ path }) => path === '/v1/workunits')).toBe(false);
  });

  test('is usable by keyboard only', async () => {
    serve();
    const { screen, field, texts, active } = await openPalette();
    await expect.poll(texts).toContain('Contoso OperationsTest');
    const all = texts();
    expect(active()).toBe(all[0]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe(all[2]);
    await userEvent.keyboard('{End}');
    expect(active()).toBe(all.at(-1));
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toBe(all[0]);
    await userEvent.keyboard('{ArrowUp}');
    expect(active()).toBe(all.at(-1));
    await userEvent.keyboard('{Home}');
    expect(active()).toBe(all[0]);
    await field.fill('dev');
    expect(active()).toBe('Devices');
    await userEvent.keyboard('{Enter}');
    await expect.poll(screen.address).toBe(`/${testTenantId}/devices`);
  });

  test('opens in a new tab with the modifier', async () => {
    serve();
    const open = newTabs();
    const { screen, field } = await openPalette();
    const before = screen.address();
    await field.fill('dev');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(open).toHaveBeenCalledWith(`/${testTenantId}/devices`, '_blank', 'noopener');
    expect(screen.address()).toBe(before);
  });

  test('highlights the matching letters', async () => {
    serve();
    const { field, dialog } = await openPalette();
    await field.fill('wu');
    await expect.element(dialog.getByRole('option', { name: 'Work Units' })).toBeVisible();
    const marked = [...dialog.getByRole('option', { name: 'Work Units' }).element().querySelectorAll('mark')];
    expect(marked.map((mark) => mark.textContent).join('')).toBe('WU');
  });

  test('finds work units by number and by text', async () => {
    serve();
    const { screen, field, texts, dialog } = await openPalette();
    await field.fill('#123');
    await expect.poll(() => texts()[0]).toBe('Disk slow#123 · New · Sev2');
    await field.fill('disk');
    await expect.element(dialog.getByRole('option', { name: /^Disk full on web-01/ })).toBeVisible();
    await expect.element(dialog.getByRole('status')).toHaveTextContent(/^\d+ results$/);
    await dialog.getByRole('option', { name: /^Disk full on web-01/ }).click();
    await expect.poll(screen.address).toBe(`/${testTenantId}/workunitsv2?workUnitId=12`);
  });

  test('debounces the search and discards stale responses', async () => {
    const server = serve();
    const slow = Promise.withResolvers<unknown>();
    server.on('GET /v1/workunits', (request) =>
      request.query.get('$search') === '"disk"' ? slow.promise : answerUnits(request),
    );
    const { field, texts, dialog } = await openPalette();
    const searches = () => server.requests.flatMap(({ query }) => query.get('$search') ?? []);
    const { advance, resume } = pauseTimeouts();
    await userEvent.keyboard('dis');
    await advance(searchDebounce - 1);
    await userEvent.keyboard('k');
    await resume();
    await expect.poll(searches).toEqual(['"disk"']);
    await field.fill('disk slow');
    await expect.element(dialog.getByRole('option', { name: /^Disk slow/ })).toBeVisible();
    slow.resolve({ value: units });
    await expect.poll(searches).toEqual(['"disk"', '"disk slow"']);
    expect(texts().filter((text) => text.startsWith('Disk'))).toHaveLength(1);
  });

  test('lists recent entries first', async () => {
    serve();
    const { field, dialog, texts } = await openPalette();
    await field.fill('#123');
    await expect.poll(() => texts()[0]).toMatch(/^Disk slow/);
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Control>}k{/Control}');
    await field.fill('dev');
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(dialog.getByRole('group', { name: 'Recent' })).toBeVisible();
    await expect.poll(() => texts().slice(0, 2)).toEqual(['Devices', 'Disk slow#123 · New · Sev2']);
  });

  test('runs the actions', async () => {
    serve();
    const signedIn = session();
    const { screen, field, texts } = await openPalette(operator, 'light', signedIn);
    await expect.poll(texts).toContain('Create Incident');
    await field.fill('create inc');
    await userEvent.keyboard('{Enter}');
    await expect.poll(screen.address).toBe(`/${testTenantId}/workunitsv2?workUnitId=new&createType=1`);
    await userEvent.keyboard('{Control>}k{/Control}');
    await field.fill('license');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('dialog', { name: 'License' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog', { name: 'License' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}k{/Control}');
    await field.fill('log out');
    await userEvent.keyboard('{Enter}');
    await expect.poll(screen.address).toBe('/user/login');
    expect(signedIn.signOut).toHaveBeenCalledOnce();
  });

  test('shows when work units cannot be searched', async () => {
    const server = serve();
    const { field, dialog } = await openPalette();
    server.unplug(true);
    await field.fill('disk');
    await expect.element(dialog.getByRole('status')).toHaveTextContent('Work units could not be searched just now.');
  });

  test.for([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no accessibility violations, %s at %i px', async ([theme, width]) => {
    serve();
    await page.viewport(width, 844);
    const { field, dialog } = await openPalette(operator, theme);
    await field.fill('d');
    await expect.element(dialog.getByRole('option', { name: 'Devices' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});
