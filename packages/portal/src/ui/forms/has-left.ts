import { createContext, useContext, type RefObject } from 'react';

const HasLeftContext = createContext<RefObject<boolean> | undefined>(undefined);

/** Says to what is within a panel whether the person closed it or navigated away, by the ref of `useUnsavedGuard`. */
export const HasLeftProvider = HasLeftContext.Provider;

/** Whether the person left the enclosing panel; `undefined` outside of panels that ask before they lose something. */
export const useHasLeft = (): RefObject<boolean> | undefined => useContext(HasLeftContext);
