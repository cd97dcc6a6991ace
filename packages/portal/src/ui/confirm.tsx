import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { createContext, useCallback, useContext, useId, useState, type ReactNode } from 'react';

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes?: string;
  readonly no?: string;
  readonly isDestructive?: boolean;
  /** Asks for a text with this label, which must be given. */
  readonly input?: string;
}

/** The person's answer: the given text (empty when none was asked for), or `undefined` for no. */
export type Ask = (question: Question) => Promise<string | undefined>;

const AskContext = createContext<Ask>(() => Promise.resolve(undefined));

/** Asks the person and waits for the answer: `if ((await ask({ … })) === undefined) return;` */
export const useAsk = (): Ask => useContext(AskContext);

interface Pending extends Question {
  readonly answer: (text: string | undefined) => void;
}

const ConfirmDialog = ({ question, onClose }: { readonly question: Pending; readonly onClose: () => void }) => {
  const [text, setText] = useState('');
  const titleId = useId();
  const inputId = useId();
  const close = (answer: string | undefined): void => {
    question.answer(answer);
    onClose();
  };
  return (
    <Dialog open onClose={() => close(undefined)} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} variant="h2">
        {question.title}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
        <DialogContentText sx={{ overflowWrap: 'anywhere' }}>{question.text}</DialogContentText>
        {question.input && (
          <div>
            <FormLabel required htmlFor={inputId}>
              {question.input}
            </FormLabel>
            <TextField id={inputId} required fullWidth hiddenLabel value={text} onChange={(event) => setText(event.target.value)} />
          </div>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => close(undefined)}>{question.no ?? 'No'}</Button>
        <Button
          autoFocus={!question.input}
          variant="contained"
          color={question.isDestructive ? 'error' : 'primary'}
          disabled={question.input !== undefined && text.trim() === ''}
          onClick={() => close(text.trim())}
        >
          {question.yes ?? 'Yes'}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** Holds the one question that is open. */
export const ConfirmProvider = ({ children }: { readonly children: ReactNode }) => {
  const [pending, setPending] = useState<Pending>();
  const ask = useCallback<Ask>((question) => new Promise((answer) => setPending({ ...question, answer })), []);
  return (
    <AskContext value={ask}>
      {children}
      {pending && <ConfirmDialog question={pending} onClose={() => setPending(undefined)} />}
    </AskContext>
  );
};
