import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The query of an address as plain texts, exactly as written: no value is read as a number or as JSON. */
export type AddressQuery = Readonly<Record<string, string | undefined>>;

export const parseQuery = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export const stringifyQuery = (query: Record<string, unknown>): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
};

export interface PatchOptions {
  /** Adds no step to the browser's history. */
  readonly replace?: boolean;
}

/** The query of the address, and a way to change some of its values; `undefined` removes one. */
export const useAddressQuery = () => {
  const query: AddressQuery = useSearch({ strict: false });
  const navigate = useNavigate();
  const patch = useCallback(
    (changes: AddressQuery, { replace = false }: PatchOptions = {}) =>
      void navigate({ to: '.', search: (before: AddressQuery) => ({ ...before, ...changes }), replace }),
    [navigate],
  );
  return [query, patch] as const;
};
