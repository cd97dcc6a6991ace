import { hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';

/** The data of several queries that one response contains. */
export interface CarriedAnswers {
  /** When the call was made, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** An answer may be a function of the previous data of the query, which is `undefined` at first. */
  readonly answers: readonly (readonly [key: QueryKey, answer: unknown])[];
}

interface Carried {
  readonly askedAt: number;
  readonly byKey: ReadonlyMap<string, unknown>;
}

const CarriedContext = createContext<Carried | undefined>(undefined);

/**
 * The options of a query whose data the enclosing `CarriedProvider` has; empty if it has none. Such a query sends no
 * request until it is invalidated; later data of the provider replaces its own.
 */
export const useCarried = <Answer,>(
  key: QueryKey,
): { initialData?: Answer | (() => Answer); initialDataUpdatedAt?: number; staleTime?: number } => {
  const carried = useContext(CarriedContext);
  const hash = hashKey(key);
  if (!carried?.byKey.has(hash)) return {};
  return {
    initialData: carried.byKey.get(hash) as Answer | (() => Answer),
    initialDataUpdatedAt: carried.askedAt,
    staleTime: Number.POSITIVE_INFINITY,
  };
};

interface CarriedProviderProps {
  readonly carried: CarriedAnswers;
  readonly children: ReactNode;
}

/** Provides the queries below with the data of one response. Data that arrived after its call was made is kept. */
export const CarriedProvider = ({ carried, children }: CarriedProviderProps) => {
  const client = useQueryClient();
  useEffect(() => {
    for (const [key, answer] of carried.answers) {
      const state = client.getQueryState(key);
      if (state?.data !== undefined && state.dataUpdatedAt < carried.askedAt)
        client.setQueryData(key, answer, { updatedAt: carried.askedAt });
    }
  }, [client, carried]);
  const value = useMemo(
    () => ({
      askedAt: carried.askedAt,
      byKey: new Map(carried.answers.map(([key, answer]) => [hashKey(key), answer])),
    }),
    [carried],
  );
  return <CarriedContext value={value}>{children}</CarriedContext>;
};
