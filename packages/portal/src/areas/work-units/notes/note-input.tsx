import AttachFileIcon from '@mui/icons-material/AttachFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useEffect, useRef, useState } from 'react';
import { DraftNotice, draftMessages } from '../../../ui/forms/draft-notice.tsx';
import { acceptedFiles } from './attachment-rules.ts';
import { NoteFiles } from './note-files.tsx';
import { NoteText } from './note-text.tsx';
import type { NotePlace } from './note-place.ts';
import { useLetterShortcuts } from '../panel/use-letter-shortcuts.ts';
import { useNewNote } from './use-new-note.ts';

/**
 * The input for a new note with files, which are chosen, dropped or pasted. An external note is shown to the
 * stakeholder. The key N focuses the input.
 */
export const NoteInput = ({ place }: { readonly place: NotePlace }) => {
  const note = useNewNote(place);
  const chooser = useRef<HTMLInputElement>(null);
  const group = useRef<HTMLElement>(null);
  const { isBusy } = note;
  const focusText = (): void => group.current?.querySelector('textarea')?.focus();
  useLetterShortcuts(group, { n: focusText });
  /**
   * Sends the note. The focus leaves its text, which is disabled during the request, so that letters work as shortcuts.
   */
  const send = async (): Promise<void> => {
    group.current?.focus();
    if (!(await note.add())) setRefused((count) => count + 1);
  };
  // The text can be focused only once it is enabled again.
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) group.current?.querySelector('textarea')?.focus();
  }, [refused]);
  return (
    <Box
      ref={group}
      role="group"
      aria-label="New note"
      tabIndex={-1}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, outline: 0 }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || note.isEmpty || isBusy) return;
        event.preventDefault();
        void send();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!isBusy) note.attach([...event.dataTransfer.files]);
      }}
    >
      {note.isRestored && <DraftNotice message={draftMessages.afterSignIn} onDiscard={note.discard} />}
      <div>
        <NoteText
          value={note.detail}
          onChange={note.setDetail}
          onMention={note.mention}
          onFiles={note.attach}
          mayMention={place.isAmongStaff}
          unit={place.unit}
          isDisabled={isBusy}
        />
      </div>
      <NoteFiles
        files={note.files}
        faults={note.faults}
        onRemove={note.remove}
        onCancel={note.cancel}
        onRetry={(file) => void note.retry(file)}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <Button startIcon={<AttachFileIcon />} disabled={isBusy} onClick={() => chooser.current?.click()}>
          Attach files
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Files"
          accept={acceptedFiles}
          onChange={(event) => {
            note.attach([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        {place.isAmongStaff && (
          <FormControlLabel
            label="External note"
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                size="small"
                disabled={isBusy}
                checked={note.isExternalNote}
                onChange={(_, isChecked) => note.setExternal(isChecked)}
              />
            }
          />
        )}
        <Button
          variant="outlined"
          title="Ctrl+Enter"
          aria-keyshortcuts="Control+Enter"
          sx={{ ml: 'auto' }}
          disabled={note.isEmpty || isBusy}
          onClick={() => void send()}
        >
          Add note
        </Button>
      </Box>
    </Box>
  );
};
