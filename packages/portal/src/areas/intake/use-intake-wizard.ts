import type { IntakeForm } from '@cfs/contracts/intake';
import { createAnswerCheck, type AnswerFault } from '@cfs/contracts/intake-answers';
import { askedFields } from '@cfs/contracts/intake-fields';
import { stepsOf, type IntakeStep } from '@cfs/contracts/intake-steps';
import type { JsonRecord } from '@cfs/contracts/json-record';
import { useEffect, useMemo, useRef, useState } from 'react';
import { stepOfField } from './answer-errors.ts';
import { pruneAnswers } from './prune-answers.ts';

const faulty = '[aria-invalid="true"], [data-faulty] :is(input, textarea, [role="combobox"])';

/** The restored state of a wizard that was left before it was finished. */
export interface WizardStart {
  readonly answers: JsonRecord;
  /** Index among all steps of the form. */
  readonly step: number;
}

/** The steps with fields that apply to the answers; the first step if there are none. */
const applicableSteps = (
  form: IntakeForm,
  all: readonly [IntakeStep, ...IntakeStep[]],
  answers: JsonRecord,
): readonly [IntakeStep, ...IntakeStep[]] => {
  const asked = askedFields(form, answers);
  const [first = all[0], ...rest] = all.filter(({ fields }) => fields.some((field) => asked.has(field)));
  return [first, ...rest];
};

/**
 * The state of a wizard: the answers so far, their faults, the current step, and the functions that change them. Steps
 * without fields that apply are left out.
 */
export const useIntakeWizard = (form: IntakeForm, start?: WizardStart) => {
  const allSteps = useMemo(() => stepsOf(form), [form]);
  const check = useMemo(() => createAnswerCheck(form), [form]);
  const [current, setCurrent] = useState(start?.step ?? 0);
  const [answers, setAnswers] = useState<JsonRecord>(start?.answers ?? {});
  const [isChanged, setChanged] = useState(start !== undefined);
  const steps = useMemo(
    () => applicableSteps(form, allSteps, pruneAnswers(form.schema, answers)),
    [form, allSteps, answers],
  );
  const at = Math.max(
    0,
    steps.findLastIndex((step) => allSteps.indexOf(step) <= current),
  );
  const setAt = (index: number): void => setCurrent(Math.max(0, allSteps.indexOf(steps[index] ?? steps[0])));
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
  const given = (): JsonRecord => pruneAnswers(form.schema, answers);

  return {
    steps,
    at,
    step: steps[at] ?? steps[0],
    isFirst: at === 0,
    isLast: at === steps.length - 1,
    /** Identifies the shown step while others appear and disappear. */
    stepKey: allSteps.indexOf(steps[at] ?? steps[0]),
    answers,
    isChanged,
    faults,
    /** The ref of the element around the fields, which gets the focus at each step. */
    place,
    /** Sets the answers; `isOwn` if the person has changed them. Removes the faults that they no longer have. */
    change: (changed: JsonRecord, isOwn: boolean): void => {
      setAnswers(changed);
      if (isOwn) setChanged(true);
      if (faults.length > 0) {
        const still = check(pruneAnswers(form.schema, changed)).map((fault) => JSON.stringify(fault));
        setFaults(faults.filter((fault) => still.includes(JSON.stringify(fault))));
      }
    },
    back: () => goTo(at - 1),
    /** Moves to the next step if there are no faults up to the current one; otherwise shows them. */
    next: (): void => {
      const found = check(given()).filter(({ path }) => path.length > 0 && stepOfField(steps, path[0]) <= at);
      if (found.length > 0) return showFaults(found);
      setFaults([]);
      goTo(at + 1);
    },
    /** Returns the answers if they have no faults; otherwise shows the faults and returns `undefined`. */
    finish: (): JsonRecord | undefined => {
      const answered = given();
      const found = check(answered);
      if (found.length === 0) return answered;
      showFaults(found);
      return undefined;
    },
    showFaults,
    /** Empties the form and returns to its first step. */
    reset: (): void => {
      setAnswers({});
      setChanged(false);
      setFaults([]);
      setCurrent(0);
    },
  };
};

export type IntakeWizard = ReturnType<typeof useIntakeWizard>;
