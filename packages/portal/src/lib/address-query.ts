import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';

/** The query of the URL as strings; no value is parsed as a number or as JSON. */
export type AddressQuery = Readonly<Record<string, string | undefined>>;

export const parseQuery = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

/** Characters that a query may contain unescaped: links stay readable. */
const unescaped = /%(?:20|2C|2F|3A|3B|40)/g;
const encode = (text: string): string =>
  encodeURIComponent(text).replace(unescaped, (code) => (code === '%20' ? '+' : decodeURIComponent(code)));

export const stringifyQuery = (query: Record<string, unknown>): string => {
  const text = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    .join('&');
  return text === '' ? '' : `?${text}`;
};

export interface PatchOptions {
  /** Replaces the current history entry instead of adding one. */
  readonly replace?: boolean;
}

/** The query of the URL, and a function that updates some of its values; `undefined` removes one. */
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

/** `useAddressQuery` backed by component state, for lists inside a drawer. */
export const useLocalQuery = () => {
  const [query, setQuery] = useState<AddressQuery>({});
  const patch = useCallback(
    (changes: AddressQuery, _options?: PatchOptions) => setQuery((before) => ({ ...before, ...changes })),
    [],
  );
  return [query, patch] as const;
};
