import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { notify, notifyForbidden } from '../../lib/notify.ts';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { render } from '../testing/render.tsx';

const announcer = page.getByRole('status');
const forbidden = announcer.getByText('You do not have access to one or more requested resources');

afterEach(() => {
  vi.useRealTimers();
});

describe('toasts', () => {
  test('are announced politely, one at a time', async () => {
    await render(null);
    notify.success('Saved.');
    await expect.element(announcer.getByText('Saved.')).toBeVisible();
    await expect.element(announcer).toHaveAttribute('aria-live', 'polite');
    await expect.element(announcer).toHaveAttribute('aria-atomic', 'false');
  });

  test('close when dismissed', async () => {
    await render(null);
    notify.warning('Nearly full.');
    await announcer.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(announcer.getByText('Nearly full.')).not.toBeInTheDocument();
  });

  test('with the same text are shown once', async () => {
    await render(null);
    for (let count = 0; count < 5; count += 1) notify.error('The server cannot be reached.');
    notify.info('Something else.');
    await expect.element(announcer.getByText('Something else.')).toBeVisible();
    expect(announcer.getByText('The server cannot be reached.').elements()).toHaveLength(1);
  });

  test('stay for six seconds, and for eight after a 403', async () => {
    await render(<h1>Away from the toasts, which stay under the pointer</h1>);
    await page.getByRole('heading').hover();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    notify.info('Short.');
    notifyForbidden();
    await vi.advanceTimersByTimeAsync(5_900);
    await expect.element(announcer.getByText('Short.')).toBeVisible();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.element(announcer.getByText('Short.')).not.toBeInTheDocument();
    await expect.element(forbidden).toBeVisible();
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.element(forbidden).not.toBeInTheDocument();
  });

  test.for(['light', 'dark'] as const)('have no accessibility violations, %s', async (theme) => {
    await render(null, { theme });
    for (const level of ['success', 'error', 'warning', 'info'] as const) notify[level](`This is ${level}.`);
    await expect.element(announcer.getByText('This is info.')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
