import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { useOverTime } from './use-over-time.ts';

test('a value changes when its time has come, and renders only then', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const deadline = Date.now() + 5_000;
  let renders = 0;
  const Deadline = () => {
    renders += 1;
    return useOverTime((now) => now.getTime() >= deadline) ? 'Overdue' : 'In time';
  };
  await render(<Deadline />);
  await expect.element(page.getByText('In time')).toBeVisible();
  const before = renders;
  vi.advanceTimersByTime(4_000);
  vi.advanceTimersByTime(2_000);
  await expect.element(page.getByText('Overdue')).toBeVisible();
  expect(renders).toBe(before + 1);
});
