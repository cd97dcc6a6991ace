import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';

/** The query of an address as plain texts, exactly as written: no value is read as a number or as JSON. */
export type AddressQuery = Readonly<Record<string, string | undefined>>;

export const parseQuery = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

/** Characters that a query may hold as they stand; written so, people can read what a link asks for. */
const readable = /%(?:20|2C|2F|3A|3B|40)/g;
const encode = (text: string): string =>
  encodeURIComponent(text).replace(readable, (code) => (code === '%20' ? '+' : decodeURIComponent(code)));

export const stringifyQuery = (query: Record<string, unknown>): string => {
  const text = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    .join('&');
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

/** A query with the interface of `useAddressQuery` that lives as long as its component, for lists inside a drawer. */
export const useLocalQuery = () => {
  const [query, setQuery] = useState<AddressQuery>({});
  const patch = useCallback(
    (changes: AddressQuery, _options?: PatchOptions) => setQuery((before) => ({ ...before, ...changes })),
    [],
  );
  return [query, patch] as const;
};
