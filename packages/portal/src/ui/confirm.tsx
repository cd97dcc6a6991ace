import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';

/** The person's answer: the given text (empty when none was asked for), or `undefined` for no. */
export type Ask = (question: Question) => Promise<string | undefined>;

const AskContext = createContext<Ask>(() => Promise.resolve(undefined));

/** Asks the person and waits for the answer: `if ((await ask({ … })) === undefined) return;` */
export const useAsk = (): Ask => useContext(AskContext);

interface Pending {
  readonly question: Question;
  readonly answer: (text: string | undefined) => void;
}

/** Holds the one question that is open. */
export const ConfirmProvider = ({ children }: { readonly children: ReactNode }) => {
  const [pending, setPending] = useState<Pending>();
  const ask = useCallback<Ask>((question) => new Promise((answer) => setPending({ question, answer })), []);
  return (
    <AskContext value={ask}>
      {children}
      {pending && (
        <ConfirmDialog
          question={pending.question}
          onAnswer={(text) => {
            pending.answer(text);
            setPending(undefined);
          }}
        />
      )}
    </AskContext>
  );
};
