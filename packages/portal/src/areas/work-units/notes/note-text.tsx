import type { PersonLookup } from '@cfs/contracts/access';
import { longTextLimit } from '@cfs/contracts/sizes';
import TextField from '@mui/material/TextField';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { usePeople } from '../../../lib/people.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { CharacterCount } from '../../../ui/fields/character-count.tsx';
import { mentionOf, openMention } from './mention-text.ts';
import { MentionOptions, mentionOptionId } from './mention-options.tsx';

interface NoteTextProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onMention: (person: PersonLookup) => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** Whether an @ offers people, to those who may see people. */
  readonly mayMention: boolean;
  readonly isDisabled: boolean;
}

/** The text of a note: an @ offers people to mention, and pasted files become attachments. */
export const NoteText = ({ value, onChange, onMention, onFiles, mayMention, isDisabled }: NoteTextProps) => {
  const [box, setBox] = useState<HTMLTextAreaElement | null>(null);
  const wantedCaret = useRef<number>(undefined);
  const [caret, setCaret] = useState(0);
  const [dismissed, setDismissed] = useState<number>();
  const [active, setActive] = useState(0);
  const listId = useId();
  const maySeePeople = usePermissions().has('People:view') && mayMention;
  const mention = maySeePeople ? openMention(value, caret) : undefined;
  const { people } = usePeople(mention?.term ?? '', 'people');
  const isOffering = mention !== undefined && mention.term !== '' && mention.start !== dismissed && people.length > 0;
  const offered = isOffering ? people : [];
  const activeIndex = Math.min(active, offered.length - 1);

  useLayoutEffect(() => {
    if (wantedCaret.current === undefined) return;
    box?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    wantedCaret.current = undefined;
  }, [box, value]);

  const pick = (person: PersonLookup): void => {
    if (!mention) return;
    const before = `${value.slice(0, mention.start)}${mentionOf(person)} `;
    wantedCaret.current = before.length;
    setCaret(before.length);
    setDismissed(mention.start);
    setActive(0);
    onMention(person);
    onChange(before + value.slice(caret));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const person = offered[activeIndex];
    if (!person) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) setActive((activeIndex + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(person);
    else if (event.key === 'Escape') setDismissed(mention?.start);
    else return;
    event.preventDefault();
    // Escape would close the panel too.
    event.stopPropagation();
  };

  return (
    <>
      <TextField
        multiline
        minRows={2}
        maxRows={8}
        fullWidth
        hiddenLabel
        inputRef={setBox}
        placeholder={maySeePeople ? 'New note; @ mentions somebody' : 'New note'}
        value={value}
        disabled={isDisabled}
        onChange={(event) => {
          setCaret(event.target.selectionStart ?? event.target.value.length);
          if (!event.target.value.includes('@')) setDismissed(undefined);
          onChange(event.target.value);
        }}
        onSelect={() => setCaret(box?.selectionStart ?? 0)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const { files } = event.clipboardData;
          if (files.length === 0) return;
          event.preventDefault();
          onFiles([...files]);
        }}
        slotProps={{
          htmlInput: {
            'aria-label': 'New note',
            maxLength: longTextLimit,
            ...(isOffering
              ? {
                  'aria-autocomplete': 'list',
                  'aria-controls': listId,
                  'aria-activedescendant': mentionOptionId(listId, activeIndex),
                }
              : {}),
          },
        }}
      />
      <MentionOptions id={listId} people={offered} active={activeIndex} anchor={box} onPick={pick} />
      <CharacterCount length={value.length} limit={longTextLimit} />
    </>
  );
};
