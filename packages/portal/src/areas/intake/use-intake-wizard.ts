import type { IntakeForm } from '@cfs/contracts/intake';
import { createAnswerCheck, type AnswerFault } from '@cfs/contracts/intake-answers';
import { stepsOf } from '@cfs/contracts/intake-steps';
import type { JsonRecord } from '@cfs/contracts/json-record';
import { useEffect, useMemo, useRef, useState } from 'react';
import { stepOfField } from './answer-errors.ts';
import { tidyAnswers } from './tidy-answers.ts';

const faulty = '[aria-invalid="true"], [data-faulty] :is(input, textarea, [role="combobox"])';

/** A form on its way from the first step to the last: the answers so far, what is wrong with them, and the moves. */
export const useIntakeWizard = (form: IntakeForm) => {
  const steps = useMemo(() => stepsOf(form), [form]);
  const check = useMemo(() => createAnswerCheck(form), [form]);
  const [at, setAt] = useState(0);
  const [answers, setAnswers] = useState<JsonRecord>({});
  const [isChanged, setChanged] = useState(false);
  const [faults, setFaults] = useState<readonly AnswerFault[]>([]);
  const place = useRef<HTMLDivElement>(null);
  const focusOn = useRef<'fault' | 'step'>(undefined);

  useEffect(() => {
    const wanted = focusOn.current;
    focusOn.current = undefined;
    if (wanted === 'fault') place.current?.querySelector<HTMLElement>(faulty)?.focus();
    if (wanted === 'step') place.current?.focus();
  }, [at, faults]);

  const goTo = (index: number): void => {
    focusOn.current = 'step';
    setAt(index);
  };
  const showFaults = (found: readonly AnswerFault[]): void => {
    const [first] = found.map(({ path }) => stepOfField(steps, path[0])).toSorted((one, other) => one - other);
    focusOn.current = 'fault';
    setFaults(found);
    if (first !== undefined) setAt(first);
  };
  const given = (): JsonRecord => tidyAnswers(form.schema, answers);

  return {
    steps,
    at,
    step: steps[at] ?? steps[0],
    isFirst: at === 0,
    isLast: at === steps.length - 1,
    answers,
    isChanged,
    faults,
    /** Where the fields stand; takes the focus at each step. */
    place,
    /** Takes what the person entered; what was wrong with a field is forgotten with its next check. */
    change: (changed: JsonRecord, isOwn: boolean): void => {
      setAnswers(changed);
      if (isOwn) setChanged(true);
      if (faults.length > 0) {
        const still = check(tidyAnswers(form.schema, changed)).map((fault) => JSON.stringify(fault));
        setFaults(faults.filter((fault) => still.includes(JSON.stringify(fault))));
      }
    },
    back: () => goTo(at - 1),
    /** Goes on to the next step, once nothing is wrong with this one. */
    next: (): void => {
      const found = check(given()).filter(({ path }) => path.length > 0 && stepOfField(steps, path[0]) <= at);
      if (found.length > 0) return showFaults(found);
      setFaults([]);
      goTo(at + 1);
    },
    /** The answers when nothing is wrong with any of them; else shows what is. */
    finish: (): JsonRecord | undefined => {
      const answered = given();
      const found = check(answered);
      if (found.length === 0) return answered;
      showFaults(found);
      return undefined;
    },
    showFaults,
  };
};

export type IntakeWizard = ReturnType<typeof useIntakeWizard>;
