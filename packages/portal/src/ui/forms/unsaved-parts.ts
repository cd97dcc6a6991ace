import { createContext, useCallback, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';

/** What a part reports: nothing, a draft, or that it is being sent. */
type PartState = 'clean' | 'unsaved' | 'saving';

type Report = (part: string, state: PartState) => void;

const UnsavedPartsContext = createContext<Report>(() => undefined);

/** Collects what the parts below report by {@link useUnsavedPart}. */
export const UnsavedPartsProvider = UnsavedPartsContext.Provider;

/** Whether any part below the provider has unsaved changes, or is being saved, and the provider's value. */
export const useUnsavedParts = () => {
  const [parts, setParts] = useState<ReadonlyMap<string, PartState>>(new Map());
  const saving = useRef(new Set<string>());
  const report = useMemo<Report>(
    () => (part, state) => {
      if (state === 'saving') saving.current.add(part);
      else saving.current.delete(part);
      setParts((before) => {
        if ((before.get(part) ?? 'clean') === state) return before;
        const others = [...before].filter(([each]) => each !== part);
        return new Map(state === 'clean' ? others : [...others, [part, state]]);
      });
    },
    [],
  );
  return {
    isAny: parts.size > 0,
    isSaving: [...parts.values()].includes('saving'),
    /** The same for event handlers, which may run before the next render. */
    isSavingNow: useCallback(() => saving.current.size > 0, []),
    report,
  };
};

/** Reports to the enclosing panel that this part has unsaved changes, such as the draft of a note, or is being saved. */
export const useUnsavedPart = (isUnsaved: boolean, isSaving = false): void => {
  const report = useContext(UnsavedPartsContext);
  const part = useId();
  const state = isSaving ? 'saving' : isUnsaved ? 'unsaved' : 'clean';
  useEffect(() => report(part, state), [report, part, state]);
  useEffect(() => () => report(part, 'clean'), [report, part]);
};
