import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes?: string;
  readonly no?: string;
  readonly isDestructive?: boolean;
  /** No is the safe answer: it is the primary button and has the focus. */
  readonly prefersNo?: boolean;
  /** The label of a required text input. */
  readonly input?: string;
}

interface ConfirmDialogProps {
  readonly question: Question;
  /** Called with the text (empty without an input), or with `undefined` for no. */
  readonly onAnswer: (text: string | undefined) => void;
}

export const ConfirmDialog = ({ question, onAnswer }: ConfirmDialogProps) => {
  const [text, setText] = useState('');
  const titleId = useId();
  const inputId = useId();
  const { prefersNo = false } = question;
  const isAnswered = question.input === undefined || text.trim() !== '';
  return (
    <Dialog open onClose={() => onAnswer(undefined)} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} variant="h2">
        {question.title}
      </DialogTitle>
      <Box
        component="form"
        noValidate
        sx={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          if (isAnswered) onAnswer(text.trim());
        }}
      >
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
          <DialogContentText sx={{ overflowWrap: 'anywhere' }}>{question.text}</DialogContentText>
          {question.input && (
            <div>
              <FormLabel required htmlFor={inputId}>
                {question.input}
              </FormLabel>
              <TextField
                id={inputId}
                autoFocus
                required
                fullWidth
                hiddenLabel
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </div>
          )}
        </DialogContent>
        <DialogActions>
          <Button autoFocus={prefersNo} variant={prefersNo ? 'contained' : 'text'} onClick={() => onAnswer(undefined)}>
            {question.no ?? 'No'}
          </Button>
          <Button
            autoFocus={!question.input && !prefersNo}
            variant={prefersNo ? 'outlined' : 'contained'}
            color={question.isDestructive ? 'error' : 'primary'}
            type="submit"
            disabled={!isAnswered}
          >
            {question.yes ?? 'Yes'}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
};
