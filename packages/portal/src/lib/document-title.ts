import { useEffect } from 'react';
import { useEnvironment } from './environment.ts';

/** Gives the browser tab the title "{header} - {company}". */
export const useDocumentTitle = (header: string): void => {
  const { company } = useEnvironment();
  useEffect(() => {
    document.title = `${header} - ${company}`;
  }, [header, company]);
};
