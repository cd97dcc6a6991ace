/** A placeholder that is being typed: the index of its opening braces, and its name up to the caret. */
export interface OpenPlaceholder {
  readonly start: number;
  readonly term: string;
}

const open = /\{\{ *(?<term>[\w.:-]*)$/;

/** The placeholder that begins before the caret and is not closed before it, if any. */
export const openPlaceholder = (text: string, caret: number): OpenPlaceholder | undefined => {
  const found = open.exec(text.slice(0, caret));
  return found ? { start: found.index, term: found.groups?.['term'] ?? '' } : undefined;
};

/** The names that contain the term, ignoring case; names that begin with it come first. */
export const matchingNames = (names: readonly string[], term: string): readonly string[] => {
  const wanted = term.toLowerCase();
  const matches = names.filter((name) => name.toLowerCase().includes(wanted));
  const startsWithTerm = (name: string): boolean => name.toLowerCase().startsWith(wanted);
  return [...matches.filter(startsWithTerm), ...matches.filter((name) => !startsWithTerm(name))];
};

interface FilledIn {
  readonly text: string;
  readonly caret: number;
}

/** Completes the open placeholder with a name; the rest of its name and its braces after the caret are replaced. */
export const completePlaceholder = (text: string, caret: number, start: number, name: string): FilledIn => {
  const before = `${text.slice(0, start)}{{${name}}}`;
  return { text: before + text.slice(caret).replace(/^[\w.:-]*(?:\}\})?/, ''), caret: before.length };
};
