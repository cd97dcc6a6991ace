import { useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { isCalendarDate } from './use-week.ts';

/**
 * The props of a date input. A date that is picked from the calendar is applied immediately. A typed date is applied on
 * Enter and on blur, because the text is another valid date after almost every digit.
 */
export const useTypedDate = (date: string, onDate: (date: string) => void) => {
  const [draft, setDraft] = useState<string>();
  const isTyping = useRef(false);
  const apply = (typed: string | undefined): void => {
    isTyping.current = false;
    setDraft(undefined);
    if (typed !== undefined && isCalendarDate(typed)) onDate(typed);
  };
  return {
    value: draft ?? date,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>): void => {
      if (isTyping.current) setDraft(target.value);
      else apply(target.value);
    },
    onKeyDown: ({ key }: KeyboardEvent): void => {
      if (key === 'Enter') apply(draft);
      else isTyping.current = true;
    },
    // A click, such as on the button that opens the calendar, ends typing.
    onPointerDown: (): void => {
      isTyping.current = false;
    },
    onBlur: (): void => apply(draft),
  } as const;
};
