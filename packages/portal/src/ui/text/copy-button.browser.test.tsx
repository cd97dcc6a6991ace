import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CopyButton } from './copy-button.tsx';
import { Identifier } from './identifier.tsx';
import { render } from '../testing/render.tsx';

const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const copied = () => navigator.clipboard.readText();

describe('the copy button', () => {
  test('shows an info toast for an id', async () => {
    await render(<Identifier id="42" />);
    await page.getByRole('button', { name: 'Copy 42' }).click();
    await expect.element(toast('copied to clipboard.')).toBeVisible();
    expect(await copied()).toBe('42');
  });

  test('shows its own message', async () => {
    await render(<CopyButton text="{}" label="Copy packet content" done="Content copied successfully!" />);
    await page.getByRole('button', { name: 'Copy packet content' }).click();
    await expect.element(toast('Content copied successfully!')).toBeVisible();
  });

  test('shows an error when the browser refuses', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    await render(<Identifier id="42" />);
    await page.getByRole('button', { name: 'Copy 42' }).click();
    await expect.element(toast('Copying is not allowed in this browser. Select the text and copy it.')).toBeVisible();
  });
});
