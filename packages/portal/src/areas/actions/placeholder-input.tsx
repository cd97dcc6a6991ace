import { useLayoutEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CompletionList } from '../../ui/fields/completion-list.tsx';
import type { FieldProps } from '../../ui/fields/field-frame.tsx';
import { TextBox } from '../../ui/fields/text-box.tsx';
import { useCompletion } from '../../ui/fields/use-completion.ts';
import { shownText } from '../../ui/fields/use-field.ts';
import { monospace } from '../../ui/theme/theme.ts';
import { completePlaceholder, matchingNames, openPlaceholder } from './placeholder-text.ts';

interface PlaceholderInputProps extends FieldProps {
  /** The names that `{{` offers. */
  readonly placeholders: readonly string[];
  /** The minimum number of rows of a text area; without it, a single-line input. */
  readonly rows?: number;
  /** Whether the text has a monospaced font. */
  readonly isCode?: boolean;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** A text that may contain placeholders `{{Name}}`: typing `{{` offers their names. */
export const PlaceholderInput = ({ placeholders, rows, isCode = false, ...props }: PlaceholderInputProps) => {
  const { setValue } = useFormContext();
  const text = shownText(useWatch({ name: props.name }));
  const [box, setBox] = useState<TextElement | null>(null);
  const [caret, setCaret] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();
  const wantedCaret = useRef<number>(undefined);
  const typed = caret === undefined ? undefined : openPlaceholder(text, caret);
  const offered = typed && typed.start !== dismissed ? matchingNames(placeholders, typed.term) : [];
  const completion = useCompletion({
    count: offered.length,
    onPick: (index) => {
      const name = offered[index];
      if (!typed || caret === undefined || name === undefined) return;
      const completed = completePlaceholder(text, caret, typed.start, name);
      wantedCaret.current = completed.caret;
      setCaret(completed.caret);
      setValue(props.name, completed.text, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    },
    onDismiss: () => setDismissed(typed?.start),
  });
  const handleSelect = (element: TextElement): void => {
    setBox(element);
    const position = element.selectionStart ?? element.value.length;
    setCaret(position);
    if (openPlaceholder(element.value, position) === undefined) setDismissed(undefined);
  };

  useLayoutEffect(() => {
    if (wantedCaret.current === undefined) return;
    box?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    wantedCaret.current = undefined;
  }, [box, text]);

  return (
    <TextBox
      {...props}
      lines={rows ? { min: rows, max: rows * 3 } : undefined}
      textField={{
        ...(isCode ? { sx: { '& input, & textarea': { fontFamily: monospace, fontSize: 12 } } } : {}),
      }}
      htmlInput={{
        ...completion.aria,
        onSelect: (event) => handleSelect(event.currentTarget),
        onBlur: () => setCaret(undefined),
        onKeyDown: completion.onKeyDown,
      }}
      below={() => (
        <CompletionList
          id={completion.listId}
          label="Placeholders"
          options={offered.map((name) => ({ key: name, label: name }))}
          active={completion.active}
          anchor={box}
          onPick={completion.pick}
        />
      )}
    />
  );
};
