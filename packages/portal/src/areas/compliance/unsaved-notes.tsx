import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ControlRow } from './control-set.ts';
import type { ChecklistControl } from './use-checklist.ts';

interface UnsavedNotesProps {
  readonly controls: readonly ControlRow[];
  readonly checklist: ChecklistControl;
}

/** The maximum number of notes that are listed at once; further ones follow when these are resolved. */
const listed = 3;

/** The notes of the week that could not be saved, with the reason or the note that another person has saved. */
export const UnsavedNotes = ({ controls, checklist }: UnsavedNotesProps) => {
  const failed = controls.flatMap((control) => {
    const draft = checklist.draftOf(control.id);
    return draft?.failure === undefined ? [] : [{ control, draft }];
  });
  if (failed.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, flexShrink: 0 }}>
      {failed.slice(0, listed).map(({ control, draft }) => {
        const theirs = control.record?.notes ?? '';
        const isOverwritten = theirs !== '' && theirs !== draft.seen;
        return (
          <Alert
            key={control.id}
            severity="error"
            action={
              <>
                <Button color="inherit" onClick={() => void checklist.overwriteNote(control)}>
                  {isOverwritten ? 'Save mine' : 'Save again'}
                </Button>
                <Button color="inherit" onClick={() => checklist.discardNote(control.id)}>
                  {isOverwritten ? 'Keep theirs' : 'Discard'}
                </Button>
              </>
            }
          >
            {isOverwritten
              ? `Another user changed the note of ${control.name} to "${theirs}". Your note is not saved: "${draft.text}".`
              : `The note of ${control.name} is not saved: "${draft.text}". ${draft.failure ?? ''}`}
          </Alert>
        );
      })}
    </Box>
  );
};
