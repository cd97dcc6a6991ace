import { useId, useState, type KeyboardEvent } from 'react';
import { completionOptionId } from './completion-list.tsx';

interface CompletionOptions {
  /** The number of offered options; the list is closed at zero. */
  readonly count: number;
  readonly onPick: (index: number) => void;
  readonly onDismiss: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The keyboard of a completion list: arrows choose, Enter and Tab pick, Escape dismisses. */
export const useCompletion = ({ count, onPick, onDismiss }: CompletionOptions) => {
  const [chosen, setActive] = useState(0);
  const listId = useId();
  const active = Math.min(chosen, count - 1);
  const pick = (index: number): void => {
    setActive(0);
    onPick(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (count === 0) return;
    const step = steps[event.key];
    if (step !== undefined) setActive((active + step + count) % count);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(active);
    else if (event.key === 'Escape') onDismiss();
    else return;
    event.preventDefault();
    // Escape would close the panel too.
    event.stopPropagation();
  };
  const aria =
    count > 0
      ? {
          'aria-autocomplete': 'list' as const,
          'aria-controls': listId,
          'aria-activedescendant': completionOptionId(listId, active),
        }
      : {};
  return { listId, active, pick, onKeyDown, aria };
};
