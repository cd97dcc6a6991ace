import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';

interface SavedViewNameDialogProps {
  readonly title: string;
  readonly name: string;
  /** An `ApiProblem` is shown at the field. */
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a view; closes after a successful save. */
export const SavedViewNameDialog = ({ title, name, onSave, onClose }: SavedViewNameDialogProps) => {
  const [text, setText] = useState(name);
  const [error, setError] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [titleId, inputId] = [useId(), useId()];
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await onSave(text.trim());
      onClose();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setError(error.detail);
      setSaving(false);
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '' && !isSaving) void save();
        }}
      >
        <DialogTitle id={titleId} variant="h2">
          {title}
        </DialogTitle>
        <DialogContent>
          <FormLabel required htmlFor={inputId}>
            Name
          </FormLabel>
          <TextField
            id={inputId}
            autoFocus
            required
            fullWidth
            hiddenLabel
            value={text}
            error={error !== ''}
            helperText={error}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setText(event.target.value);
              setError('');
            }}
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={text.trim() === '' || isSaving}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
