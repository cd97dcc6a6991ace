import type { ExportWords } from '@cfs/contracts/export-words';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { inWords } from './in-words.ts';

/** The names of an enumeration with their serialized numbers. */
export type Enumeration = Readonly<Record<string, number>>;

/**
 * The name of a value that is serialized as name or number; "unknown" for an undeclared value.
 *
 * @throws Error without an enumeration.
 */
export const enumName = (enumeration: Enumeration | undefined, value: unknown): string => {
  if (!enumeration) throw new Error(shellTexts.enumTypeRequired);
  const name = Object.entries(enumeration).find(([each, number]) => each === value || number === value)?.[0];
  return name ?? shellTexts.unknownValue;
};

/** The names of an enumeration for CSV exports. */
export const enumWords = (enumeration: Enumeration): ExportWords => ({
  of: Object.fromEntries(Object.entries(enumeration).map(([name, number]) => [number, name])),
  other: shellTexts.unknownValue,
});

/** The options of an enumeration in words, with numbers as values by default. */
export const enumOptions = (enumeration: Enumeration | undefined, wire: 'names' | 'numbers' = 'numbers') => {
  if (!enumeration) throw new Error(shellTexts.enumTypeRequired);
  return Object.entries(enumeration).map(([name, number]) => ({
    value: wire === 'names' ? name : number,
    label: inWords(name),
  }));
};
