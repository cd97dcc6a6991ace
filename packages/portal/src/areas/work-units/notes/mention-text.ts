import type { PersonLookup } from '@cfs/contracts/access';

/** A mention that is being typed: the position of its @, and the text after it up to the caret. */
export interface OpenMention {
  readonly start: number;
  readonly term: string;
}

const open = /(?:^|\s)@(?<term>[\p{L}\p{N}.'_-]*(?: [\p{L}\p{N}.'_-]+)?)$/u;

/**
 * Returns the mention that is being typed at the caret: an @ at the start of a word, with at most two words after it.
 * `undefined` if there is none.
 */
export const openMention = (text: string, caret: number): OpenMention | undefined => {
  const term = open.exec(text.slice(0, caret))?.groups?.['term'];
  return term === undefined ? undefined : { start: caret - term.length - 1, term };
};

/** The text of a mention in a note: an @ and the person's name. */
export const mentionOf = ({ displayName }: Pick<PersonLookup, 'displayName'>): string => `@${displayName}`;

interface Part {
  readonly text: string;
  readonly isMention: boolean;
}

/** Splits a note into mentions of the given people and the text between them. */
export const splitMentions = (text: string, people: readonly PersonLookup[]): readonly Part[] => {
  const names = people.map(mentionOf).toSorted((one, other) => other.length - one.length);
  const parts: Part[] = [];
  let rest = text;
  while (rest !== '') {
    const found = names
      .map((name) => ({ name, at: rest.indexOf(name) }))
      .filter(({ at }) => at >= 0)
      .toSorted((one, other) => one.at - other.at)[0];
    const plain = found ? rest.slice(0, found.at) : rest;
    if (plain !== '') parts.push({ text: plain, isMention: false });
    if (!found) break;
    parts.push({ text: found.name, isMention: true });
    rest = rest.slice(found.at + found.name.length);
  }
  return parts;
};

/** Returns the people of `picked` whom the text still mentions, each once. */
export const mentionedIn = (text: string, picked: readonly PersonLookup[]): readonly PersonLookup[] => {
  const mentions = new Set(
    splitMentions(text, picked)
      .filter(({ isMention }) => isMention)
      .map((part) => part.text),
  );
  const once = new Map(picked.map((person) => [person.mail, person]));
  return [...once.values()].filter((person) => mentions.has(mentionOf(person)));
};
