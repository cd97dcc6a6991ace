import { useEffect } from 'react';
import { useEnvironment } from './environment.ts';

/** Sets the document title to "{header} - {company}". */
export const useDocumentTitle = (header: string): void => {
  const { company } = useEnvironment();
  useEffect(() => {
    document.title = `${header} - ${company}`;
  }, [header, company]);
};
