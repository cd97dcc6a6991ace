import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { render } from '../testing/render.tsx';

const question: Question = { title: 'Delete Rule', text: 'Delete High CPU?', yes: 'Delete', no: 'Cancel' };
const withInput: Question = { ...question, input: 'Reason' };

const ask = async (asked: Question) => {
  const onAnswer = vi.fn<(text: string | undefined) => void>();
  const screen = await render(<ConfirmDialog question={asked} onAnswer={onAnswer} />);
  return { onAnswer, dialog: screen.getByRole('dialog', { name: asked.title }) };
};

describe('the confirm dialog', () => {
  test('passes an empty text for yes', async () => {
    const { dialog, onAnswer } = await ask(question);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    expect(onAnswer.mock.calls).toEqual([['']]);
  });

  test('passes undefined for no, by Escape or its button', async () => {
    const { dialog, onAnswer } = await ask(question);
    await userEvent.keyboard('{Escape}');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(onAnswer.mock.calls).toEqual([[undefined], [undefined]]);
  });

  test('disables yes until its text is entered', async () => {
    const { dialog, onAnswer } = await ask(withInput);
    const yes = dialog.getByRole('button', { name: 'Delete' });
    await expect.element(yes).toBeDisabled();
    await dialog.getByLabelText('Reason').fill('   ');
    await expect.element(yes).toBeDisabled();
    await dialog.getByLabelText('Reason').fill(' no longer used ');
    await yes.click();
    expect(onAnswer.mock.calls).toEqual([['no longer used']]);
  });

  test('is usable by keyboard only', async () => {
    const { dialog, onAnswer } = await ask(withInput);
    await expect.element(dialog.getByLabelText('Reason')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onAnswer).not.toHaveBeenCalled();
    await userEvent.keyboard('no longer used{Enter}');
    expect(onAnswer.mock.calls).toEqual([['no longer used']]);
  });

  test('that prefers no focuses No as the primary button and shows Yes without a fill', async () => {
    const { dialog, onAnswer } = await ask({ ...question, prefersNo: true, isDestructive: true });
    const no = dialog.getByRole('button', { name: 'Cancel' });
    await expect.element(no).toHaveFocus();
    const fill = (button: typeof no): string => getComputedStyle(button.element()).backgroundColor;
    expect(fill(no)).not.toBe('rgba(0, 0, 0, 0)');
    expect(fill(dialog.getByRole('button', { name: 'Delete' }))).toBe('rgba(0, 0, 0, 0)');
    await userEvent.keyboard('{Enter}');
    expect(onAnswer.mock.calls).toEqual([[undefined]]);
  });

  test.for(['light', 'dark'] as const)('has no accessibility violations, %s', async (theme) => {
    await render(<ConfirmDialog question={withInput} onAnswer={() => undefined} />, { theme });
    expect(await accessibilityViolations()).toEqual([]);
  });
});
