import { createContext, useContext, useEffect, useId, useMemo, useState } from 'react';

type Report = (part: string, isUnsaved: boolean) => void;

const UnsavedPartsContext = createContext<Report>(() => undefined);

/** Collects what the parts below report by {@link useUnsavedPart}. */
export const UnsavedPartsProvider = UnsavedPartsContext.Provider;

/** Whether any part below the provider has unsaved changes, and the provider's value. */
export const useUnsavedParts = () => {
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set());
  const report = useMemo<Report>(
    () => (part, isUnsaved) =>
      setParts((before) => {
        if (before.has(part) === isUnsaved) return before;
        const others = [...before].filter((each) => each !== part);
        return new Set(isUnsaved ? [...others, part] : others);
      }),
    [],
  );
  return { isAny: parts.size > 0, report };
};

/** Reports to the enclosing panel that this part has unsaved changes, such as the draft of a note. */
export const useUnsavedPart = (isUnsaved: boolean): void => {
  const report = useContext(UnsavedPartsContext);
  const part = useId();
  useEffect(() => report(part, isUnsaved), [report, part, isUnsaved]);
  useEffect(() => () => report(part, false), [report, part]);
};
