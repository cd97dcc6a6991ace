import { createContext, useContext, type RefObject } from 'react';

const HasLeftContext = createContext<RefObject<boolean> | undefined>(undefined);

/** Provides the ref of `useUnsavedGuard` to the content of a panel: whether the person closed it or navigated away. */
export const HasLeftProvider = HasLeftContext.Provider;

/** Whether the person left the enclosing panel; `undefined` outside of panels that ask before they lose something. */
export const useHasLeft = (): RefObject<boolean> | undefined => useContext(HasLeftContext);
