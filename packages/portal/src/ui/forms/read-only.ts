import { createContext, useContext } from 'react';

const ReadOnlyContext = createContext(false);

/** Makes the fields of the forms below read-only. */
export const ReadOnlyProvider = ReadOnlyContext.Provider;

/** Whether the enclosing form is read-only: fields are disabled, and buttons that add or remove are hidden. */
export const useIsReadOnly = (): boolean => useContext(ReadOnlyContext);
