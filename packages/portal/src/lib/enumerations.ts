import type { ExportWords } from '@cfs/contracts/export-words';
import { shellTexts } from '@cfs/contracts/shell-texts';

/** The names of an enumeration, each with its number on the wire. */
export type Enumeration = Readonly<Record<string, number>>;

/** The name of a value that travels as name or number; "unknown" for one that the enumeration does not have. */
export const enumName = (enumeration: Enumeration | undefined, value: unknown): string => {
  if (!enumeration) throw new Error(shellTexts.enumTypeRequired);
  const name = Object.entries(enumeration).find(([each, number]) => each === value || number === value)?.[0];
  return name ?? shellTexts.unknownValue;
};

/** What exported files say for the numbers of an enumeration. */
export const enumWords = (enumeration: Enumeration): ExportWords => ({
  of: Object.fromEntries(Object.entries(enumeration).map(([name, number]) => [number, name])),
  other: shellTexts.unknownValue,
});

/** The choices of an enumeration, whose values travel as numbers unless names are asked for. */
export const enumOptions = (enumeration: Enumeration | undefined, wire: 'names' | 'numbers' = 'numbers') => {
  if (!enumeration) throw new Error(shellTexts.enumTypeRequired);
  return Object.entries(enumeration).map(([name, number]) => ({
    value: wire === 'names' ? name : number,
    label: name,
  }));
};
