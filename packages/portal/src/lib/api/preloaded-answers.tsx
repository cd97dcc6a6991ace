import { hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';

/** The data of several queries that one response contains. */
export interface PreloadedAnswers {
  /** When the call was made, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** An answer may be a function of the previous data of the query, which is `undefined` at first. */
  readonly answers: readonly (readonly [key: QueryKey, answer: unknown])[];
}

interface Preloaded {
  readonly askedAt: number;
  readonly byKey: ReadonlyMap<string, unknown>;
}

const PreloadedContext = createContext<Preloaded | undefined>(undefined);

/**
 * The options of a query whose data the enclosing `PreloadedProvider` has; empty if it has none. Such a query sends no
 * request until it is invalidated; later data of the provider replaces its own.
 */
export const usePreloaded = <Answer,>(
  key: QueryKey,
): { initialData?: Answer | (() => Answer); initialDataUpdatedAt?: number; staleTime?: number } => {
  const preloaded = useContext(PreloadedContext);
  const hash = hashKey(key);
  if (!preloaded?.byKey.has(hash)) return {};
  return {
    initialData: preloaded.byKey.get(hash) as Answer | (() => Answer),
    initialDataUpdatedAt: preloaded.askedAt,
    staleTime: Number.POSITIVE_INFINITY,
  };
};

interface PreloadedProviderProps {
  readonly preloaded: PreloadedAnswers;
  readonly children: ReactNode;
}

/** Provides the queries below with the data of one response. Data that arrived after its call was made is kept. */
export const PreloadedProvider = ({ preloaded, children }: PreloadedProviderProps) => {
  const client = useQueryClient();
  useEffect(() => {
    for (const [key, answer] of preloaded.answers) {
      const state = client.getQueryState(key);
      if (state?.data !== undefined && state.dataUpdatedAt < preloaded.askedAt)
        client.setQueryData(key, answer, { updatedAt: preloaded.askedAt });
    }
  }, [client, preloaded]);
  const value = useMemo(
    () => ({
      askedAt: preloaded.askedAt,
      byKey: new Map(preloaded.answers.map(([key, answer]) => [hashKey(key), answer])),
    }),
    [preloaded],
  );
  return <PreloadedContext value={value}>{children}</PreloadedContext>;
};
