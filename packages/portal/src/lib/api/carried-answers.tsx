import { hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';

/** Answers of several queries that one call carries. */
export interface CarriedAnswers {
  /** When the call was made, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** An answer may be a function of what the query knew before, `undefined` at its start. */
  readonly answers: readonly (readonly [key: QueryKey, answer: unknown])[];
}

interface Carried {
  readonly askedAt: number;
  readonly byKey: ReadonlyMap<string, unknown>;
}

const CarriedContext = createContext<Carried | undefined>(undefined);

/**
 * What a query starts with when a call around it carried its answer. Such a query makes no call of its own until it is
 * invalidated; further answers of the call around it replace its data.
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

/** Hands the answers that a call carried to the queries below; data that arrived after the call was made stays. */
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
