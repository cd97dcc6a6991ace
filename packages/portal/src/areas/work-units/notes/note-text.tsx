import type { PersonLookup } from '@cfs/contracts/access';
import { longTextLimit } from '@cfs/contracts/sizes';
import TextField from '@mui/material/TextField';
import { useLayoutEffect, useRef, useState } from 'react';
import { useCurrentUser } from '../../../lib/lookups.ts';
import { personLabel, usePeople } from '../../../lib/people.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { CharacterCount } from '../../../ui/fields/character-count.tsx';
import { CompletionList } from '../../../ui/fields/completion-list.tsx';
import { growingText } from '../../../ui/fields/growing-text.ts';
import { useCompletion } from '../../../ui/fields/use-completion.ts';
import { fillReply, openReply, type ReplyUnit } from './canned-reply-text.ts';
import { useCannedReplies } from './use-canned-replies.ts';
import { mentionOf, openMention } from './mention-text.ts';

const area = growingText({ min: 2, max: 8 });

interface NoteTextProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onMention: (person: PersonLookup) => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** Whether an @ offers people, provided that the user may see people. */
  readonly mayMention: boolean;
  /** The unit that canned replies are filled in from; a slash at the start of a line offers them. */
  readonly unit: ReplyUnit | undefined;
  readonly isDisabled: boolean;
}

const noteHint = (mayMention: boolean, mayReply: boolean): string =>
  ['New note', ...(mayMention ? ['@ mentions a person'] : []), ...(mayReply ? ['/ inserts a canned reply'] : [])].join(
    '; ',
  );

/** The text of a note: an @ offers people to mention, a slash canned replies, and pasted files become attachments. */
export const NoteText = ({ value, onChange, onMention, onFiles, mayMention, unit, isDisabled }: NoteTextProps) => {
  const [box, setBox] = useState<HTMLTextAreaElement | null>(null);
  const wantedCaret = useRef<number>(undefined);
  const [caret, setCaret] = useState(0);
  const [dismissed, setDismissed] = useState<number>();
  const maySeePeople = usePermissions().has('People:view') && mayMention;
  const mention = maySeePeople ? openMention(value, caret) : undefined;
  const { people } = usePeople(mention?.term ?? '', 'people');
  const isOffering = mention !== undefined && mention.term !== '' && mention.start !== dismissed && people.length > 0;
  const offered = isOffering ? people : [];
  const user = useCurrentUser(unit !== undefined);
  const reply = unit && openReply(value, caret);
  const replies = useCannedReplies(unit?.tenantId, reply && reply.start !== dismissed ? reply.term : undefined);

  useLayoutEffect(() => {
    if (wantedCaret.current === undefined) return;
    box?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    wantedCaret.current = undefined;
  }, [box, value]);

  /** Replaces the text from `start` up to the caret, and dismisses the suggestions there. */
  const put = (start: number, text: string): void => {
    const before = value.slice(0, start) + text;
    wantedCaret.current = before.length;
    setCaret(before.length);
    setDismissed(start);
    onChange(before + value.slice(caret));
  };
  const pick = (index: number): void => {
    const person = offered[index];
    if (!mention || !person) return;
    put(mention.start, `${mentionOf(person)} `);
    onMention(person);
  };
  const pickReply = (index: number): void => {
    const picked = replies[index];
    if (reply && picked && unit) put(reply.start, fillReply(picked.body, unit, user?.name));
  };
  const completion = useCompletion({
    count: replies.length > 0 ? replies.length : offered.length,
    onPick: replies.length > 0 ? pickReply : pick,
    onDismiss: () => setDismissed(replies.length > 0 ? reply?.start : mention?.start),
  });

  return (
    <>
      <TextField
        fullWidth
        hiddenLabel
        inputRef={setBox}
        placeholder={noteHint(maySeePeople, unit !== undefined)}
        value={value}
        disabled={isDisabled}
        onChange={(event) => {
          setCaret(event.target.selectionStart ?? event.target.value.length);
          if (!/[@/]/.test(event.target.value)) setDismissed(undefined);
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
          input: area.input,
          htmlInput: {
            ...area.htmlInput,
            'aria-label': 'New note',
            maxLength: longTextLimit,
            ...completion.aria,
          },
        }}
      />
      <CompletionList
        id={completion.listId}
        label={replies.length > 0 ? 'Canned replies' : 'People to mention'}
        options={
          replies.length > 0
            ? replies.map(({ cannedReplyId, name }) => ({ key: cannedReplyId, label: name }))
            : offered.map((person) => ({ key: person.mail, label: personLabel(person) }))
        }
        active={completion.active}
        anchor={box}
        onPick={completion.pick}
      />
      <CharacterCount length={value.length} limit={longTextLimit} />
    </>
  );
};
