import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';
import { accessibilityFaults } from '../testing/accessibility-faults.ts';
import { render } from '../testing/render.tsx';

const question: Question = { title: 'Delete Rule', text: 'Delete High CPU?', yes: 'Delete', no: 'Cancel' };
const withInput: Question = { ...question, input: 'Reason' };

const ask = async (asked: Question) => {
  const onAnswer = vi.fn<(text: string | undefined) => void>();
  const screen = await render(<ConfirmDialog question={asked} onAnswer={onAnswer} />);
  return { onAnswer, dialog: screen.getByRole('dialog', { name: asked.title }) };
};

describe('the confirm dialog', () => {
  test('answers yes with an empty text', async () => {
    const { dialog, onAnswer } = await ask(question);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    expect(onAnswer.mock.calls).toEqual([['']]);
  });

  test('takes Escape and its button for no', async () => {
    const { dialog, onAnswer } = await ask(question);
    await userEvent.keyboard('{Escape}');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(onAnswer.mock.calls).toEqual([[undefined], [undefined]]);
  });

  test('wants the text it asks for before yes', async () => {
    const { dialog, onAnswer } = await ask(withInput);
    const yes = dialog.getByRole('button', { name: 'Delete' });
    await expect.element(yes).toBeDisabled();
    await dialog.getByLabelText('Reason').fill('   ');
    await expect.element(yes).toBeDisabled();
    await dialog.getByLabelText('Reason').fill(' no longer used ');
    await yes.click();
    expect(onAnswer.mock.calls).toEqual([['no longer used']]);
  });

  test('takes its text by the keyboard alone', async () => {
    const { dialog, onAnswer } = await ask(withInput);
    await expect.element(dialog.getByLabelText('Reason')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onAnswer).not.toHaveBeenCalled();
    await userEvent.keyboard('no longer used{Enter}');
    expect(onAnswer.mock.calls).toEqual([['no longer used']]);
  });

  test.for(['light', 'dark'] as const)('is usable by everybody, %s', async (theme) => {
    await render(<ConfirmDialog question={withInput} onAnswer={() => undefined} />, { theme });
    expect(await accessibilityFaults()).toEqual([]);
  });
});
