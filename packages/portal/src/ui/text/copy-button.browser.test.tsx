import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CopyButton } from './copy-button.tsx';
import { Identifier } from './identifier.tsx';
import { render } from '../testing/render.tsx';

const told = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const copied = () => navigator.clipboard.readText();

describe('copying', () => {
  test('an id says so in an info toast', async () => {
    await render(<Identifier id="42" />);
    await page.getByRole('button', { name: 'Copy 42' }).click();
    await expect.element(told('copied to clipboard.')).toBeVisible();
    expect(await copied()).toBe('42');
  });

  test('content has words of its own', async () => {
    await render(<CopyButton text="{}" label="Copy packet content" done="Content copied successfully!" />);
    await page.getByRole('button', { name: 'Copy packet content' }).click();
    await expect.element(told('Content copied successfully!')).toBeVisible();
  });

  test('that is refused tells what to do instead', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    await render(<Identifier id="42" />);
    await page.getByRole('button', { name: 'Copy 42' }).click();
    await expect.element(told('Copying is not allowed in this browser. Select the text and copy it.')).toBeVisible();
  });
});
