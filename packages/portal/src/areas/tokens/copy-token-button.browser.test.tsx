import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../ui/testing/render.tsx';
import { CopyTokenButton } from './copy-token-button.tsx';

test('copying a token shows a tooltip for one second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const onCopied = vi.fn();
  await render(<CopyTokenButton token="cfs_1" onCopied={onCopied} />);
  await page.getByRole('button', { name: 'Copy' }).click();
  const tip = page.getByRole('tooltip', { name: 'Copied to clipboard' });
  await expect.element(tip).toBeVisible();
  expect([await navigator.clipboard.readText(), onCopied.mock.calls.length]).toEqual(['cfs_1', 1]);
  await vi.advanceTimersByTimeAsync(1_500);
  await expect.element(tip).not.toBeInTheDocument();
});
