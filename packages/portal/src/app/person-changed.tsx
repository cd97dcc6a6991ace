import { useEffect } from 'react';
import { LoadingScreen } from './loading-screen.tsx';

/**
 * Reloads the page at `/` after another person has signed in, in another tab: nothing in memory of the first one is
 * reused (docs/decisions/0022).
 */
export const PersonChanged = () => {
  // Runs after all forms have unmounted: their unsaved-changes blockers do not stop the navigation.
  useEffect(() => window.location.replace('/'), []);
  return <LoadingScreen />;
};
