import { createContext, useContext, useEffect, useId, useMemo, useState } from 'react';

type Report = (part: string, isUnsaved: boolean) => void;

const UnsavedPartsContext = createContext<Report>(() => undefined);

/** Collects what the parts below report by {@link useUnsavedPart}. */
export const UnsavedPartsProvider = UnsavedPartsContext.Provider;

/** Whether something below the provider would be lost, and what the provider takes. */
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

/** Tells the panel around that this part of it holds something that would be lost, such as a half-written note. */
export const useUnsavedPart = (isUnsaved: boolean): void => {
  const report = useContext(UnsavedPartsContext);
  const part = useId();
  useEffect(() => report(part, isUnsaved), [report, part, isUnsaved]);
  useEffect(() => () => report(part, false), [report, part]);
};
