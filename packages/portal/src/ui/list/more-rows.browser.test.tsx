import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useRefresh } from '../../lib/api/use-list.ts';
import { usePagedRows } from '../../lib/api/use-paged-rows.ts';
import { fakeServer, problem, type FakeServer } from '../testing/fake-server.ts';
import { render } from '../testing/render.tsx';
import { MoreRows } from './more-rows.tsx';

const set = '/v1/places';
const pollMilliseconds = 10_000;
/** The server returns at most this many rows in one response. */
const maxPageRows = 1_000;

interface Place {
  readonly placeId: number;
  readonly name: string;
}

const Places = () => {
  const list = usePagedRows<Place>(set, {}, { key: 'placeId', pageSize: 2, poll: pollMilliseconds });
  const refresh = useRefresh();
  return (
    <>
      <ul aria-label="Places">
        {list.rows.map(({ placeId, name }) => (
          <li key={placeId}>{name}</li>
        ))}
      </ul>
      <MoreRows list={list} nouns={['place', 'places']} />
      <button onClick={() => void refresh(set)}>Refresh</button>
    </>
  );
};

let places: readonly Place[];
let server: FakeServer;
const placesOf = (count: number): Place[] =>
  Array.from({ length: count }, (_, placeId) => ({ placeId, name: `Place ${placeId}` }));

beforeEach(() => {
  server = fakeServer({
    'GET /v1/places': ({ query }) => {
      if (query.get('$count') === 'true') return { value: [], '@odata.count': places.length };
      const skip = Number(query.get('$skip'));
      return { value: places.slice(skip, skip + Math.min(maxPageRows, Number(query.get('$top')))) };
    },
  });
});

const more = page.getByRole('button', { name: 'Show More' });
const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const names = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

test('a page with all rows offers no further page, even if it is full', async () => {
  places = placesOf(2);
  await render(<Places />);
  await shows('2 places');
  await expect.poll(() => more.elements()).toEqual([]);
});

test('a page has at most as many rows as the server returns in one response', async () => {
  places = placesOf(3_000);
  await render(<Places />);
  for (let shown = 2; shown < 2_048; shown *= 2) {
    await shows(`${shown} of 3000 places`);
    await more.click();
  }
  await shows('2024 of 3000 places');
  await more.click();
  await shows('3000 places');
  expect(names().at(-1)).toBe('Place 2999');
});

test('a mutation reloads all pages that are shown', async () => {
  places = placesOf(7);
  await render(<Places />);
  await more.click();
  await shows('4 of 7 places');
  places = places.map((place) => ({ ...place, name: `New ${place.placeId}` }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(names).toEqual(['New 0', 'New 1', 'New 2', 'New 3']);
});

test('a poll reloads all pages that are shown, and the total', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  places = placesOf(7);
  await render(<Places />);
  await shows('2 of 7 places');
  await more.click();
  await shows('4 of 7 places');
  places = placesOf(8).toReversed();
  await vi.advanceTimersByTimeAsync(pollMilliseconds);
  await expect.poll(names).toEqual(['Place 7', 'Place 6', 'Place 5', 'Place 4']);
  await shows('4 of 8 places');
});

test('a row that moves to the next page before that is loaded is shown once', async () => {
  places = placesOf(4);
  await render(<Places />);
  await shows('2 of 4 places');
  places = [{ placeId: 100, name: 'Added' }, ...places];
  await more.click();
  await expect.poll(names).toEqual(['Place 0', 'Place 1', 'Place 2']);
});

test('rows stay when the next page fails', async () => {
  places = placesOf(4);
  await render(<Places />);
  await shows('2 of 4 places');
  server.on('GET /v1/places', () => problem(500, 'no'));
  await more.click();
  await expect.poll(() => server.requests.at(-1)?.query.get('$skip')).toBe('2');
  expect(names()).toEqual(['Place 0', 'Place 1']);
});
