import type { PersonLookup } from '@cfs/contracts/access';
import { longTextLimit } from '@cfs/contracts/sizes';
import TextField from '@mui/material/TextField';
import { useLayoutEffect, useRef, useState } from 'react';
import { personLabel, usePeople } from '../../../lib/people.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { CharacterCount } from '../../../ui/fields/character-count.tsx';
import { CompletionList } from '../../../ui/fields/completion-list.tsx';
import { useCompletion } from '../../../ui/fields/use-completion.ts';
import { mentionOf, openMention } from './mention-text.ts';

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
  const maySeePeople = usePermissions().has('People:view') && mayMention;
  const mention = maySeePeople ? openMention(value, caret) : undefined;
  const { people } = usePeople(mention?.term ?? '', 'people');
  const isOffering = mention !== undefined && mention.term !== '' && mention.start !== dismissed && people.length > 0;
  const offered = isOffering ? people : [];

  useLayoutEffect(() => {
    if (wantedCaret.current === undefined) return;
    box?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    wantedCaret.current = undefined;
  }, [box, value]);

  const pick = (index: number): void => {
    const person = offered[index];
    if (!mention || !person) return;
    const before = `${value.slice(0, mention.start)}${mentionOf(person)} `;
    wantedCaret.current = before.length;
    setCaret(before.length);
    setDismissed(mention.start);
    onMention(person);
    onChange(before + value.slice(caret));
  };
  const completion = useCompletion({
    count: offered.length,
    onPick: pick,
    onDismiss: () => setDismissed(mention?.start),
  });

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
        onKeyDown={completion.onKeyDown}
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
            ...completion.aria,
          },
        }}
      />
      <CompletionList
        id={completion.listId}
        label="People to mention"
        options={offered.map((person) => ({ key: person.mail, label: personLabel(person) }))}
        active={completion.active}
        anchor={box}
        onPick={completion.pick}
      />
      <CharacterCount length={value.length} limit={longTextLimit} />
    </>
  );
};
