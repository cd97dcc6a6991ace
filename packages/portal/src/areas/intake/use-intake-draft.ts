import type { IntakeForm } from '@cfs/contracts/intake';
import { fieldsOf } from '@cfs/contracts/intake-fields';
import { isRecord, type JsonRecord } from '@cfs/contracts/json-record';
import { useCallback, useEffect, useState, type RefObject } from 'react';
import { draftKey, readDraft, removeDraft, saveDraft } from '../../lib/forms/drafts.ts';
import { pagePerson } from '../../lib/session/page-person.ts';
import type { WizardStart } from './use-intake-wizard.ts';

const answersName = 'answers';
const stepName = 'step';

/** Restores the answers of the draft to fields that the form still has; `undefined` if there are none. */
const startOf = (key: string, { schema }: IntakeForm): WizardStart | undefined => {
  const edits = new Map(readDraft(key)?.edits.map(({ name, mine }) => [name, mine]));
  const [answers, step] = [edits.get(answersName), edits.get(stepName)];
  if (!isRecord(answers)) return undefined;
  const known = fieldsOf(schema, schema);
  const kept = Object.fromEntries(Object.entries(answers).filter(([name]) => Object.hasOwn(known, name)));
  return Object.keys(kept).length === 0
    ? undefined
    : { answers: kept, step: Number.isInteger(step) ? Number(step) : 0 };
};

/** The draft of a person's intake for a tenant, stored for this tab: it survives a reload and the end of a session. */
export const useIntakeDraft = (tenantId: string, form: IntakeForm) => {
  const [key] = useState(() => draftKey(pagePerson(), `intake/${tenantId}`));
  const [start] = useState(() => startOf(key, form));
  return { start, key, remove: useCallback(() => removeDraft(key), [key]) };
};

interface KeptWizard {
  readonly isChanged: boolean;
  readonly answers: JsonRecord;
  readonly stepKey: number;
}

/** Saves each change of the wizard as a draft until the person leaves it, which removes the draft. */
export const useKeepDraft = (key: string, { isChanged, answers, stepKey }: KeptWizard, hasLeft: RefObject<boolean>) => {
  useEffect(() => {
    if (!isChanged || hasLeft.current) return;
    const edits = [
      { name: answersName, base: null, mine: answers },
      { name: stepName, base: null, mine: stepKey },
    ];
    saveDraft(key, { edits, at: Date.now() });
  }, [key, isChanged, answers, stepKey, hasLeft]);
  useEffect(
    () => () => {
      // At unmount, the ref tells whether the person has left the wizard.
      if (hasLeft.current) removeDraft(key);
    },
    [key, hasLeft],
  );
};
