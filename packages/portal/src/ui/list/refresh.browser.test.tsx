import { expect, test } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { render } from '../testing/render.tsx';
import { useList, useRefresh } from '../../lib/api/use-list.ts';

const set = '/v1/places';

const Names = () => {
  const { rows } = useList<{ readonly name: string }>(set, { page: 0, size: 10, sort: [], search: '' });
  const refresh = useRefresh();
  return (
    <>
      <ul aria-label="Places">
        {rows.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <button onClick={() => void refresh(set)}>Refresh</button>
    </>
  );
};

test('a first load that began before a mutation is restarted after it', async () => {
  const first = Promise.withResolvers<unknown>();
  const server = fakeServer({ 'GET /v1/places': () => first.promise });
  const screen = await render(<Names />);
  await expect.poll(() => server.requests.length).toBe(1);
  server.on('GET /v1/places', () => ({ value: [{ name: 'After' }] }));
  await screen.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(screen.getByText('After')).toBeVisible();
  first.resolve({ value: [{ name: 'Before' }] });
  await expect.poll(() => server.requests.length).toBe(2);
  await expect.element(screen.getByText('After')).toBeVisible();
});
