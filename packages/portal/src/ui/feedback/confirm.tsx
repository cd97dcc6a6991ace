import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';

/** Resolves to the text (empty without an input), or to `undefined` for no. */
export type Ask = (question: Question) => Promise<string | undefined>;

const AskContext = createContext<Ask>(() => Promise.resolve(undefined));

/** Opens a confirmation dialog: `if ((await ask({ … })) === undefined) return;` */
export const useAsk = (): Ask => useContext(AskContext);

interface Pending {
  readonly question: Question;
  readonly answer: (text: string | undefined) => void;
}

/** Shows one question at a time; a newer one replaces it and answers it with no. */
export const ConfirmProvider = ({ children }: { readonly children: ReactNode }) => {
  const [pending, setPending] = useState<Pending>();
  const open = useRef<Pending>(undefined);
  const show = useCallback((next: Pending | undefined): void => {
    open.current = next;
    setPending(next);
  }, []);
  const ask = useCallback<Ask>(
    (question) => {
      open.current?.answer(undefined);
      return new Promise((answer) => show({ question, answer }));
    },
    [show],
  );
  return (
    <AskContext value={ask}>
      {children}
      {pending && (
        <ConfirmDialog
          question={pending.question}
          onAnswer={(text) => {
            show(undefined);
            pending.answer(text);
          }}
        />
      )}
    </AskContext>
  );
};
