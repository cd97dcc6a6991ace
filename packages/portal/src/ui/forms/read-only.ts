import { createContext, useContext } from 'react';

const ReadOnlyContext = createContext(false);

/** Tells the form below whether the person may only look. */
export const ReadOnlyProvider = ReadOnlyContext.Provider;

/** Whether the person may only look at the form around: its fields are disabled, and what adds or removes is not offered. */
export const useIsReadOnly = (): boolean => useContext(ReadOnlyContext);
