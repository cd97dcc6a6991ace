import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { searchDebounce } from '@cfs/contracts/sizes';
import type { Column } from '../grid/data-table-column.ts';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { fakeServer, problem } from '../testing/fake-server.ts';
import {
  listHandler,
  ListOfPlaces,
  place,
  placeSet,
  type ListOfPlacesProps,
  type Place,
} from '../testing/list-of-places.tsx';
import { pauseTimeouts } from '../testing/pause-timeouts.ts';
import { render, testTenantId, type RenderOptions } from '../testing/render.tsx';

const places = Array.from({ length: 30 }, (_, index) => place(index + 1));

const show = async (options: RenderOptions & ListOfPlacesProps & { rows?: () => readonly Place[] } = {}) => {
  const { rows = () => places, onOpen, poll, columns, ...at } = options;
  const server = fakeServer({
    [`GET ${placeSet}`]: listHandler(rows),
    'GET /v1/preferences': () => ({}),
    'PUT /v1/preferences/columns:places': () => null,
  });
  const props = {
    ...(onOpen ? { onOpen } : {}),
    ...(columns ? { columns } : {}),
    ...(poll === undefined ? {} : { poll }),
  };
  const screen = await render(<ListOfPlaces {...props} />, at);
  const pages = () =>
    server.requests.filter(({ path, query }) => path === placeSet && query.get('$top') !== '0' && !query.has('$apply'));
  return { server, screen, pages, lastQuestion: () => pages().at(-1)?.query };
};

const at = (query: string): RenderOptions => ({ at: `/${testTenantId}/places?${query}` });

describe('a list screen', () => {
  test('requests the page, order, search and filters of its URL', async () => {
    const { screen, lastQuestion } = await show(
      at('page=2&size=25&sort=-city,name&search=harbour&filter=name~starts~Pla;city~given'),
    );
    await expect.element(screen.getByRole('grid', { name: 'Places' })).toBeVisible();
    await expect
      .poll(() => Object.fromEntries(lastQuestion() ?? []))
      .toEqual({
        $filter: "(startswith(tolower(name),'pla')) and (city ne null and city ne '')",
        $search: '"harbour"',
        $orderby: 'city desc,name asc',
        $top: '25',
        $skip: '25',
      });
  });

  test('ignores unknown filters in the URL', async () => {
    const { screen, lastQuestion } = await show(at('filter=secret~is~1;name~nonsense~2;city~is~Oslo'));
    await expect.element(screen.getByRole('button', { name: 'City equals Oslo' })).toBeVisible();
    expect(lastQuestion()?.get('$filter')).toBe("tolower(city) eq 'oslo'");
  });

  test('debounces changes of search and filters', async () => {
    const { screen, pages } = await show();
    await expect.poll(() => pages().length).toBe(1);
    const { advance, resume } = pauseTimeouts();
    for (const search of ['a', 'b']) {
      screen.goTo(`/${testTenantId}/places?search=${search}`);
      await advance(searchDebounce - 1);
    }
    screen.goTo(`/${testTenantId}/places?search=b&filter=city~given`);
    await resume();
    await expect.poll(() => pages().at(-1)?.query.get('$filter')).toBe("city ne null and city ne ''");
    expect(pages()).toHaveLength(2);
  });

  test('opens a row with arrow keys and Enter', async () => {
    const onOpen = vi.fn<(place: Place) => void>();
    const { screen } = await show({ onOpen });
    await screen.getByRole('gridcell', { name: 'Oslo' }).first().click();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onOpen.mock.calls).toEqual([[place(2)]]);
  });

  test('focuses the search on the / key', async () => {
    const { screen } = await show();
    await expect
      .element(screen.getByRole('link', { name: 'Place 1' }).or(screen.getByText('Place 1', { exact: true })))
      .toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(screen.getByRole('textbox', { name: 'Search name' })).toHaveFocus();
    await userEvent.keyboard('harbour{Enter}');
    await expect.poll(() => screen.address()).toMatch(/search=harbour$/);
  });

  test('returns to the first page for a new search', async () => {
    const { screen } = await show(at('page=3'));
    await screen.getByRole('textbox', { name: 'Search name' }).fill('a');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => screen.address()).toBe(`/${testTenantId}/places?search=a`);
  });

  test('returns to the first page for a new order', async () => {
    const { screen, lastQuestion } = await show(at('page=3'));
    await expect.element(screen.getByText('Place 21', { exact: true })).toBeVisible();
    await screen.getByRole('columnheader', { name: 'City' }).click();
    await expect.poll(() => screen.address()).toBe(`/${testTenantId}/places?sort=city`);
    await expect.poll(() => lastQuestion()?.get('$orderby')).toBe('city asc');
    expect(lastQuestion()?.has('$skip')).toBe(false);
  });

  test('names each sort button after its column', async () => {
    const { screen } = await show();
    await expect.element(screen.getByText('Place 1', { exact: true })).toBeVisible();
    const names = ['Sort by Name', 'Sort by City'];
    const buttons = document.querySelectorAll('[role="columnheader"] button');
    expect([...buttons].map((button) => button.getAttribute('aria-label'))).toEqual(names);
  });

  test('shows a shadow while columns are scrolled out of view on the right', async () => {
    await page.viewport(1024, 700);
    const wide = (name: string): Column<Place> => ({ field: name, header: name, value: () => name, width: 600 });
    await show({ columns: ['name', 'city', 'size'].map(wide) });
    const grid = page.getByRole('grid', { name: 'Places' });
    const shadow = (): string =>
      getComputedStyle(grid.element().closest('.MuiDataGrid-root') ?? document.body, '::after').content;
    await expect.poll(shadow).toBe('""');
    const scroller = grid.element().querySelector('.MuiDataGrid-virtualScroller') ?? grid.element();
    scroller.scrollLeft = 5_000;
    await expect.poll(shadow).toBe('none');
    scroller.scrollLeft = 0;
    await expect.poll(shadow).toBe('""');
    await page.viewport(1_920, 700);
    await expect.poll(shadow).toBe('none');
  });

  test('truncates a long text on a card', async () => {
    await page.viewport(390, 844);
    const text = 'word '.repeat(100).trim();
    await show({ rows: () => [{ ...place(1), city: text }] });
    const cut = page.getByTitle(text);
    await expect.element(cut).toBeVisible();
    expect(cut.element().textContent).toBe(`${text.slice(0, 200)}…`);
  });

  test('redirects from a page past the end to the last page', async () => {
    const { screen } = await show(at('size=25'));
    await expect.element(screen.getByText('Place 25', { exact: true })).toBeVisible();
    screen.goTo(`/${testTenantId}/places?page=9`);
    await expect.poll(() => screen.address()).toMatch(/page=3$/);
    await expect.element(screen.getByText('Place 21', { exact: true })).toBeVisible();
    screen.goBack();
    await expect.poll(() => screen.address()).toMatch(/size=25$/);
  });

  test('Back returns to a page past the end of the current result', async () => {
    const { server, screen } = await show(at('page=3'));
    await expect.element(screen.getByText('Place 21', { exact: true })).toBeVisible();
    const all = listHandler(() => places);
    const found = listHandler(() => places.slice(0, 12));
    server.on(`GET ${placeSet}`, (request) => (request.query.has('$search') ? found : all)(request));
    screen.goTo(`/${testTenantId}/places?search=a`);
    await expect.element(screen.getByText('1–10 of 12')).toBeVisible();
    screen.goBack();
    await expect.element(screen.getByText('Place 21', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('21–30 of 30')).toBeVisible();
    expect(screen.address()).toMatch(/page=3$/);
  });

  test('changes page and page size', async () => {
    const { screen } = await show(at('page=2'));
    await screen.getByRole('button', { name: 'Go to next page' }).click();
    await expect.element(screen.getByText('Place 21', { exact: true })).toBeVisible();
    expect(screen.address()).toMatch(/page=3$/);
    await screen.getByRole('combobox', { name: 'Rows per page:' }).click();
    await screen.getByRole('option', { name: '25' }).click();
    await expect.element(screen.getByText('1–25 of 30')).toBeVisible();
    expect(screen.address()).toMatch(/\?size=25$/);
  });

  test('supports exact match', async () => {
    const { screen, lastQuestion } = await show(at('search=Oslo'));
    await screen.getByRole('checkbox', { name: 'Exact Match' }).click();
    await expect.poll(() => lastQuestion()?.get('$filter')).toBe("tolower(name) eq 'oslo'");
    expect(screen.address()).toMatch(/exact=yes/);
  });

  test('shows why it is empty', async () => {
    const nothing = { rows: () => [] };
    const { screen } = await show(nothing);
    await expect.element(screen.getByText('No places yet')).toBeVisible();
    screen.goTo(`/${testTenantId}/places?search=abc`);
    await expect.element(screen.getByText('Nothing matches "abc"')).toBeVisible();
    screen.goTo(`/${testTenantId}/places?filter=name~is~x`);
    await screen.getByRole('button', { name: 'Clear all filters' }).click();
    await expect.element(screen.getByText('No places yet')).toBeVisible();
  });

  test('shows an error and retries', async () => {
    const { server, screen } = await show(at('search=first'));
    server.on(`GET ${placeSet}`, () => problem(400, 'The field colour is not known.'));
    screen.goTo(`/${testTenantId}/places?search=second`);
    await expect.element(screen.getByText('The field colour is not known.')).toBeVisible();
    await expect.element(screen.getByText(/^\d+–\d+ of/)).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Go to next page' })).toBeDisabled();
    server.on(
      `GET ${placeSet}`,
      listHandler(() => places),
    );
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByText('Place 1', { exact: true })).toBeVisible();
  });

  test('reports a response that did not come from the server', async () => {
    const { server, screen } = await show(at('search=first'));
    server.on(`GET ${placeSet}`, () => new Response('<html>Sign in to this network</html>'));
    screen.goTo(`/${testTenantId}/places?search=second`);
    await expect.element(screen.getByText(/^The response did not come from the server/)).toBeVisible();
  });

  test('keeps its rows while the server is unreachable, and recovers automatically', async () => {
    let rows = [place(1)];
    const { server, screen } = await show({ rows: () => rows, poll: 300 });
    await expect.element(screen.getByText('Place 1', { exact: true })).toBeVisible();
    server.unplug(true);
    await expect.element(screen.getByText(/^The server cannot be reached\. These rows are from/)).toBeVisible();
    await expect.element(screen.getByText('Place 1', { exact: true })).toBeVisible();
    rows = [place(7)];
    server.unplug(false);
    await expect.element(screen.getByText('Place 7', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/^The server cannot be reached/)).not.toBeInTheDocument();
  });

  test('shows the age of its rows while a new query is paused offline', async () => {
    const { screen } = await show();
    await expect.element(screen.getByText('Place 1', { exact: true })).toBeVisible();
    onTestFinished(() => void window.dispatchEvent(new Event('online')));
    window.dispatchEvent(new Event('offline'));
    await screen.getByRole('button', { name: 'Go to next page' }).click();
    await expect.element(screen.getByText(/These rows are from \d\d:\d\d:\d\d; the list continues/)).toBeVisible();
  });

  test('freezes its rows while one is hovered', async () => {
    let rows = [place(2), place(3)];
    const { screen, pages } = await show({ rows: () => rows, poll: 200 });
    await screen.getByText('Place 3', { exact: true }).hover();
    rows = [place(1), { ...place(3), city: 'Bergen' }, place(2)];
    await expect.element(screen.getByRole('gridcell', { name: 'Bergen' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Show 1 new' })).toBeVisible();
    const names = () =>
      screen
        .getByText(/^Place \d$/)
        .elements()
        .map((element) => element.textContent);
    expect(names()).toEqual(['Place 2', 'Place 3']);
    await screen.getByRole('heading', { name: 'Places' }).hover();
    await expect.poll(names).toEqual(['Place 1', 'Place 3', 'Place 2']);
    expect(pages().length).toBeGreaterThan(1);
  });

  test('shows withheld new rows on request', async () => {
    let rows = [place(2)];
    const { screen } = await show({ rows: () => rows, poll: 200 });
    await screen.getByText('Place 2', { exact: true }).hover();
    rows = [place(1), place(2)];
    await screen.getByRole('button', { name: 'Show 1 new' }).click();
    await expect.element(screen.getByText('Place 1', { exact: true })).toBeVisible();
  });

  test('stores the column choice as a preference', async () => {
    const { screen } = await show();
    const sizes = screen.getByRole('columnheader', { name: 'Size' });
    await expect.element(sizes).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'List options' }).click();
    await screen.getByRole('checkbox', { name: 'Size' }).click();
    await screen.getByRole('checkbox', { name: 'City' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(sizes).toBeVisible();
    await expect.element(screen.getByRole('columnheader', { name: 'City' })).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'List options' }).click();
    await screen.getByRole('button', { name: 'Reset columns' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(sizes).not.toBeInTheDocument();
  });

  test.for(['light', 'dark'] as const)('has no accessibility violations, %s', async (theme) => {
    const { screen } = await show({ theme, ...at('filter=name~given;city~is~Oslo') });
    for (const width of [1440, 1024, 390]) {
      await page.viewport(width, 900);
      await expect.element(screen.getByText('Place 1', { exact: true })).toBeVisible();
      expect(await accessibilityViolations()).toEqual([]);
    }
  });
});
