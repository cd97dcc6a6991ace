import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { pollEvery } from '../../lib/timing/polling.ts';
import { render } from '../testing/render.tsx';

const interval = 10_000;
const ask = vi.fn(() => Promise.resolve(ask.mock.calls.length));

const Live = () => {
  const [isStopped, setStopped] = useState(false);
  const { data } = useQuery({ queryKey: ['live'], queryFn: ask, ...pollEvery(interval, isStopped) });
  return (
    <>
      <p>Answer {data}</p>
      <button onClick={() => setStopped(!isStopped)}>{isStopped ? 'Go on' : 'Stop'}</button>
    </>
  );
};

const answered = (times: number) => expect.element(page.getByText(`Answer ${times}`, { exact: true })).toBeVisible();
const wait = (times: number) => vi.advanceTimersByTimeAsync(times * interval);

/** Simulates a hidden or visible tab. */
const hide = (isHidden: boolean): void => {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isHidden ? 'hidden' : 'visible'),
  });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
};

beforeEach(async () => {
  ask.mockClear();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(document, 'visibilityState');
  });
  await render(<Live />);
  await answered(1);
});

test('a query polls at its interval', async () => {
  await wait(1);
  await answered(2);
  await wait(1);
  await answered(3);
});

test('a hidden tab does not poll', async () => {
  hide(true);
  await wait(5);
  expect(ask).toHaveBeenCalledTimes(1);
  hide(false);
  await answered(2);
  await wait(1);
  await answered(3);
});

test('a paused query does not poll', async () => {
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByRole('button', { name: 'Go on' })).toBeVisible();
  await wait(5);
  expect(ask).toHaveBeenCalledTimes(1);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await wait(1);
  await answered(2);
});
