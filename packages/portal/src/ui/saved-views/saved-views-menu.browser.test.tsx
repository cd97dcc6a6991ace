import type { SavedView } from '@cfs/contracts/saved-views';
import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { SavedViewsMenu } from './saved-views-menu.tsx';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { fakeServer, problem, type FakeServer } from '../testing/fake-server.ts';
import { render, testTenantId } from '../testing/render.tsx';

const base = `/${testTenantId}/locations`;

/** A fake server that stores views. */
const keepViews = (...names: readonly string[]): FakeServer & { readonly views: () => readonly SavedView[] } => {
  let views: SavedView[] = names.map((name, index) => ({
    savedViewId: `6f9619ff-8b86-4011-b42d-00c04fc9640${index}`,
    screen: 'locations',
    name,
    query: `search=${name}`,
    columns: null,
  }));
  const server = fakeServer({ 'GET /v1/savedViews': () => views });
  const routesOf = ({ savedViewId }: SavedView): void => {
    server.on(`POST /v1/savedViews/${savedViewId}`, ({ body }) => {
      const { position, ...changes } = body as Partial<SavedView> & { position?: number };
      const view = views.find((each) => each.savedViewId === savedViewId);
      const changed = { ...view, ...changes } as SavedView;
      const others = views.filter((each) => each !== view);
      views = others.toSpliced(position ?? views.findIndex((each) => each === view), 0, changed);
      return changed;
    });
    server.on(`DELETE /v1/savedViews/${savedViewId}`, () => {
      views = views.filter((each) => each.savedViewId !== savedViewId);
    });
  };
  views.forEach(routesOf);
  server.on('PUT /v1/savedViews', ({ body }) => {
    const { position = views.length, ...given } = body as SavedView & { position?: number };
    if (views.some(({ name }) => name === given.name)) return problem(400, 'A view of this name already exists.');
    const view = { ...given, savedViewId: given.savedViewId ?? '6f9619ff-8b86-4011-b42d-00c04fc964ff' };
    views = views.toSpliced(position, 0, view);
    routesOf(view);
    return view;
  });
  return Object.assign(server, { views: () => views });
};

const open = async (query = '', theme: 'light' | 'dark' = 'light') => {
  const screen = await render(<SavedViewsMenu screen="locations" />, { at: base + query, theme });
  const button = screen.getByRole('button', { name: /^Saved views/ });
  return { screen, button, list: screen.getByRole('dialog', { name: 'Saved views' }) };
};

describe('the saved views of a screen', () => {
  test('are applied: the page is reset, panels stay open', async () => {
    keepViews('Oslo', 'Bergen');
    const { screen, button, list } = await open('?page=3&sort=-name&open=1');
    await button.click();
    await list.getByRole('button', { name: 'Bergen', exact: true }).click();
    await expect.poll(screen.address).toContain('search=Bergen');
    expect(screen.address()).not.toMatch(/page=|sort=/);
    expect(screen.address()).toContain('open=1');
    await expect.element(button).toHaveAccessibleName('Saved views: Bergen');
  });

  test('show that the list was changed, and can be updated', async () => {
    const server = keepViews('Oslo');
    const { screen, button, list } = await open(`?search=Oslo&view=6f9619ff-8b86-4011-b42d-00c04fc96400`);
    await expect.element(button).toHaveAccessibleName('Saved views: Oslo');
    screen.goTo(`${screen.address()}&sort=-name`);
    await expect.element(button).toHaveAccessibleName('Saved views: Oslo, changed');
    await button.click();
    await list.getByRole('button', { name: 'Update Oslo' }).click();
    await expect.element(button).toHaveAccessibleName('Saved views: Oslo');
    expect(server.views()[0]?.query).toBe('search=Oslo&sort=-name');
  });

  test('save the current list under a name', async () => {
    const server = keepViews('Oslo');
    const { screen, button, list } = await open('?search=Moss&size=25&page=2');
    await button.click();
    await list.getByRole('button', { name: 'Save current view…' }).click();
    const name = screen.getByRole('dialog').getByLabelText('Name');
    await name.fill('Oslo');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('A view of this name already exists.')).toBeVisible();
    await name.fill('Moss');
    await userEvent.keyboard('{Enter}');
    await expect.element(button).toHaveAccessibleName('Saved views: Moss');
    expect(server.views()[1]).toMatchObject({ screen: 'locations', name: 'Moss', query: 'search=Moss&size=25' });
    await expect.element(button).toHaveFocus();
  });

  test('can be renamed, moved, and set as default', async () => {
    const server = keepViews('Oslo', 'Bergen');
    const { screen, button, list } = await open('?size=25');
    await button.click();
    const more = async (view: string, action: string) => {
      await list.getByRole('button', { name: `More for ${view}` }).click();
      await screen.getByRole('menuitem', { name: action }).click();
    };
    await more('Bergen', 'Move up');
    await expect.poll(() => server.views().map(({ name }) => name)).toEqual(['Bergen', 'Oslo']);
    await more('Oslo', 'Set as default');
    await expect.element(list.getByRole('button', { name: 'Oslo Default' })).toBeVisible();
    await more('Oslo', 'Rename…');
    await screen.getByRole('dialog').getByLabelText('Name').fill('Drammen');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => server.views().map(({ name }) => name)).toEqual(['Bergen', 'Drammen']);
  });

  test('apply the default to a URL without a query', async () => {
    keepViews('Oslo');
    const { screen, button, list } = await open('?size=25');
    await button.click();
    await list.getByRole('button', { name: 'More for Oslo' }).click();
    await screen.getByRole('menuitem', { name: 'Set as default' }).click();
    expect(screen.address()).toBe(`${base}?size=25`);
    await screen.unmount();
    const bare = await open();
    await expect.poll(bare.screen.address).toContain('search=Oslo');
    bare.screen.goTo(base);
    await expect.poll(bare.screen.address).toBe(base);
  });

  test('are deleted after confirmation, and restored by Undo', async () => {
    const server = keepViews('Oslo', 'Bergen');
    const { screen, button, list } = await open();
    const remove = async () => {
      await list.getByRole('button', { name: 'More for Oslo' }).click();
      await screen.getByRole('menuitem', { name: 'Delete…' }).click();
    };
    await button.click();
    await remove();
    await screen.getByRole('dialog', { name: 'Delete View' }).getByRole('button', { name: 'Cancel' }).click();
    expect(server.views()).toHaveLength(2);
    await remove();
    await screen.getByRole('dialog', { name: 'Delete View' }).getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => server.views().map(({ name }) => name)).toEqual(['Bergen']);
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => server.views().map(({ name }) => name)).toEqual(['Oslo', 'Bergen']);
  });

  test('are removed from the list if they were deleted elsewhere', async () => {
    const server = keepViews('Oslo', 'Bergen', 'Moss');
    const { screen, button, list } = await open();
    await button.click();
    await expect.element(list.getByRole('button', { name: 'Moss', exact: true })).toBeVisible();
    let left = server.views();
    const [oslo, bergen] = left;
    server.on('GET /v1/savedViews', () => left);
    const vanish = (method: string, view: SavedView | undefined): void => {
      left = left.filter((each) => each !== view);
      server.on(`${method} /v1/savedViews/${view?.savedViewId}`, () => problem(404, 'SavedView not found.'));
    };
    vanish('DELETE', oslo);
    await list.getByRole('button', { name: 'More for Oslo' }).click();
    await screen.getByRole('menuitem', { name: 'Delete…' }).click();
    await screen.getByRole('dialog', { name: 'Delete View' }).getByRole('button', { name: 'Delete' }).click();
    await expect.element(screen.getByText('SavedView not found.')).toBeVisible();
    await expect.element(list.getByRole('button', { name: 'Oslo', exact: true })).not.toBeInTheDocument();
    vanish('POST', bergen);
    await list.getByRole('button', { name: 'More for Bergen' }).click();
    await screen.getByRole('menuitem', { name: 'Move down' }).click();
    await expect.element(list.getByRole('button', { name: 'Bergen', exact: true })).not.toBeInTheDocument();
  });

  test('show a loading error and retry', async () => {
    const server = keepViews('Oslo');
    server.on('GET /v1/savedViews', () => problem(503, 'Later.'));
    const { button, list } = await open();
    await button.click();
    await expect.element(list.getByText('Your views could not be loaded.')).toBeVisible();
    server.on('GET /v1/savedViews', server.views);
    await list.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.getByRole('button', { name: 'Oslo', exact: true })).toBeVisible();
  });

  test.for(['light', 'dark'] as const)('have no accessibility violations, %s', async (theme) => {
    keepViews('Oslo', 'Bergen');
    const { button, list } = await open('?search=x&view=6f9619ff-8b86-4011-b42d-00c04fc96400', theme);
    await button.click();
    await expect.element(list.getByRole('button', { name: 'Update Oslo' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
