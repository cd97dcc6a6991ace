import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LoadingScreen } from './loading-screen.tsx';

/** Leads to an address of this portal, its query included, and takes the place of the present one in the history. */
export const Redirect = ({ href }: { readonly href: string }) => {
  const navigate = useNavigate();
  // The first address counts: the present one changes while the way there is under way.
  const [target] = useState(href);
  useEffect(() => {
    void navigate({ href: target, replace: true });
  }, [target, navigate]);
  return <LoadingScreen />;
};
