import { useEffect } from 'react';
import { LoadingScreen } from './loading-screen.tsx';

/**
 * Replaces the whole page once another person has signed in, in another tab: nothing of the first one is
 * shown any more, and the next page is a new one, at the beginning of the portal.
 */
export const AnotherPerson = () => {
  // By now all forms are gone, and with them their questions about unsaved changes.
  useEffect(() => window.location.replace('/'), []);
  return <LoadingScreen />;
};
