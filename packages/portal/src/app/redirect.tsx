import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoadingScreen } from './loading-screen.tsx';

/** Leads to an address of this portal, its query included, and takes the place of the present one in the history. */
export const Redirect = ({ href }: { readonly href: string }) => {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ href, replace: true });
  }, [href, navigate]);
  return <LoadingScreen />;
};
