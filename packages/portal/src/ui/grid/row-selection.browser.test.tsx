import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { listHandler, ListOfPlaces, place, placeSet, type Place } from '../testing/list-of-places.tsx';
import { render, testTenantId, type RenderOptions } from '../testing/render.tsx';

const places = Array.from({ length: 30 }, (_, index) => place(index + 1));

const show = async (options: RenderOptions & { rows?: () => readonly Place[]; poll?: number } = {}) => {
  const { rows = () => places, poll, ...at } = options;
  fakeServer({ [`GET ${placeSet}`]: listHandler(rows), 'GET /v1/preferences': () => ({}) });
  const onUse = vi.fn<(selected: readonly Place[]) => void>();
  const screen = await render(<ListOfPlaces onUse={onUse} {...(poll === undefined ? {} : { poll })} />, at);
  await expect.element(page.getByText('Place 1', { exact: true })).toBeVisible();
  /** The rows that a bulk action receives. */
  const selected = async (): Promise<readonly Place[]> => {
    await page.getByRole('button', { name: 'Use' }).click();
    return onUse.mock.lastCall?.[0] ?? [];
  };
  return { screen, selected };
};

const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const box = (name: string) => row(name).getByRole('checkbox');
const all = () => page.getByRole('checkbox', { name: /elect all rows$/ });
const count = () => page.getByRole('group', { name: 'Selection' }).getByRole('status');
const ids = (selected: readonly Place[]) => selected.map(({ id }) => id);

describe('row selection', () => {
  test('works by checkbox, is counted, and can be cleared', async () => {
    const { selected } = await show();
    await expect.element(count()).toBeEmptyDOMElement();
    await box('Place 2').click();
    await box('Place 5').click();
    await expect.element(count()).toHaveTextContent('2 selected');
    expect(await selected()).toEqual([place(2), place(5)]);
    await box('Place 2').click();
    await expect.element(count()).toHaveTextContent('1 selected');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.element(count()).toBeEmptyDOMElement();
    await expect.element(page.getByRole('button', { name: 'Use' })).not.toBeInTheDocument();
    await expect.element(box('Place 5')).not.toBeChecked();
  });

  test('selects all rows of a page', async () => {
    const { selected } = await show();
    await all().click();
    await expect.element(count()).toHaveTextContent('10 selected');
    expect(ids(await selected())).toEqual(places.slice(0, 10).map(({ id }) => id));
    await all().click();
    await expect.element(count()).toBeEmptyDOMElement();
  });

  test('selects a range with Shift', async () => {
    const { selected } = await show();
    await box('Place 2').click();
    await box('Place 6').click({ modifiers: ['Shift'] });
    await expect.element(count()).toHaveTextContent('5 selected');
    expect(ids(await selected())).toEqual(['2', '3', '4', '5', '6']);
  });

  test('toggles with Space in any cell of the row', async () => {
    const { selected } = await show();
    await row('Place 3').getByRole('gridcell', { name: 'Oslo' }).click();
    await userEvent.keyboard(' {ArrowDown} ');
    await expect.element(count()).toHaveTextContent('2 selected');
    await userEvent.keyboard('{ArrowUp} ');
    await expect.element(count()).toHaveTextContent('1 selected');
    await box('Place 7').click();
    await userEvent.keyboard('{ArrowDown} ');
    await expect.element(count()).toHaveTextContent('3 selected');
    expect(ids(await selected())).toEqual(['4', '7', '8']);
  });

  test('persists across pages, and counts rows of other pages', async () => {
    const { screen, selected } = await show();
    await box('Place 1').click();
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await box('Place 12').click();
    await expect.element(count()).toHaveTextContent('2 selected, 1 not on this page');
    expect(await selected()).toEqual([place(1), place(12)]);
    screen.goTo(`/${testTenantId}/places?sort=-name`);
    await expect.element(box('Place 1')).toBeChecked();
    await expect.element(count()).toHaveTextContent('2 selected, 1 not on this page');
  });

  test('persists across polls with fresh values', async () => {
    let rows = [place(1), place(2)];
    const { selected } = await show({ rows: () => rows, poll: 200 });
    await box('Place 1').click();
    await box('Place 2').click();
    await page.getByRole('heading', { name: 'Places' }).hover();
    rows = [{ ...place(1), city: 'Bergen' }, place(3)];
    await expect.element(row('Place 1').getByText('Bergen')).toBeVisible();
    await expect.element(count()).toHaveTextContent('2 selected, 1 not on this page');
    expect(await selected()).toEqual([{ ...place(1), city: 'Bergen' }, place(2)]);
  });

  test.for(['search=Place', 'filter=name~given', 'search=Place&exact=yes'])('is cleared by %s', async (query) => {
    const { screen } = await show();
    await box('Place 1').click();
    await expect.element(count()).toHaveTextContent('1 selected');
    screen.goTo(`/${testTenantId}/places?${query}`);
    await expect.element(count()).toBeEmptyDOMElement();
  });

  test('causes no layout shift when the first row is selected', async () => {
    await show();
    const top = () => row('Place 4').element().getBoundingClientRect().top;
    const before = top();
    await box('Place 1').click();
    await expect.element(count()).toHaveTextContent('1 selected');
    expect(top()).toBe(before);
  });

  test('works on cards', async () => {
    const { selected } = await show({});
    await page.viewport(390, 844);
    const every = page.getByRole('checkbox', { name: 'Select all on this page' });
    await page.getByRole('checkbox', { name: 'Select Place 3', exact: true }).click();
    await expect.element(every).toBePartiallyChecked();
    expect(await selected()).toEqual([place(3)]);
    await every.click();
    await expect.element(count()).toHaveTextContent('10 selected');
    await every.click();
    await expect.element(count()).toBeEmptyDOMElement();
  });

  test.for(['light', 'dark'] as const)('has no accessibility violations, %s', async (theme) => {
    await show({ theme });
    await box('Place 2').click();
    for (const width of [1440, 1024, 390]) {
      await page.viewport(width, 900);
      await expect.element(count()).toHaveTextContent('1 selected');
      expect(await accessibilityViolations()).toEqual([]);
    }
  });
});

test('a list without selection has no checkboxes', async () => {
  fakeServer({ [`GET ${placeSet}`]: listHandler(() => places), 'GET /v1/preferences': () => ({}) });
  await render(<ListOfPlaces />);
  await row('Place 1').getByRole('gridcell', { name: 'Oslo' }).click();
  await userEvent.keyboard('{Shift>} {/Shift}');
  expect(page.getByRole('checkbox', { name: /select/i }).elements()).toEqual([]);
  expect(document.querySelector('[aria-selected="true"]')).toBeNull();
});
