import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LoadingScreen } from './loading-screen.tsx';

/** Redirects within the portal, replacing the history entry. */
export const Redirect = ({ href }: { readonly href: string }) => {
  const navigate = useNavigate();
  // Only the first `href` counts: the current URL changes during the navigation.
  const [target] = useState(href);
  useEffect(() => {
    void navigate({ href: target, replace: true });
  }, [target, navigate]);
  return <LoadingScreen />;
};
