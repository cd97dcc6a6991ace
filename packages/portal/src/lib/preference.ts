import { useCallback, useState } from 'react';

const keyOf = (name: string): string => `cfs-portal.preference.${name}`;

/** A choice that this browser remembers, one of `options`; the first of them until the person chose. */
export const usePreference = <Option extends string>(
  name: string,
  options: readonly [Option, ...Option[]],
): readonly [Option, (option: Option) => void] => {
  const [chosen, setChosen] = useState<Option>(() => {
    const stored = window.localStorage.getItem(keyOf(name));
    return options.find((option) => option === stored) ?? options[0];
  });
  const choose = useCallback(
    (option: Option) => {
      window.localStorage.setItem(keyOf(name), option);
      setChosen(option);
    },
    [name],
  );
  return [chosen, choose];
};
