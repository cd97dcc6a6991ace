import { useEffect, useState } from 'react';

/**
 * Holds a question back while what a person applied to it still changes: after the last change of `applied` it waits
 * `delay` milliseconds, so that several changes become one call. Anything else, such as paging, passes at once.
 */
export const useJoined = (question: string, applied: string, delay: number) => {
  const [asked, setAsked] = useState({ question, applied });
  const isWaiting = asked.applied !== applied;
  if (!isWaiting && asked.question !== question) setAsked({ question, applied });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setAsked({ question, applied }), delay);
    return () => clearTimeout(timer);
  }, [question, applied, isWaiting, delay]);
  return { question: isWaiting ? asked.question : question, isWaiting } as const;
};
