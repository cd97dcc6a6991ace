import type { PersonLookup } from '@cfs/contracts/access';
import { splitMentions } from './mention-text.ts';

/** A part of a text: plain text, a URL, the number of a work unit (`#208`) or a mentioned person. */
export interface LivePart {
  readonly kind: 'text' | 'link' | 'work-unit' | 'mention';
  readonly text: string;
}

const live = /(?<link>https?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}_&/])#\d{1,10}(?![\p{L}\p{N}_])/giu;

/** Removes punctuation at the end of a URL, and a closing bracket unless the URL contains an opening one. */
const trimmedLink = (link: string): string => {
  const trimmed = link.replace(/[.,;:!?'"]+$/, '');
  return trimmed.endsWith(')') && !trimmed.includes('(') ? trimmedLink(trimmed.slice(0, -1)) : trimmed;
};

const splitLinks = (text: string): readonly LivePart[] => {
  const parts: LivePart[] = [];
  let end = 0;
  for (const { 0: found, index, groups } of text.matchAll(live)) {
    const link = groups?.['link'];
    const part = link === undefined ? found : trimmedLink(link);
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    parts.push({ kind: link === undefined ? 'work-unit' : 'link', text: part });
    end = index + part.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
};

/** Splits a text into its parts, in order; joined they are the text. */
export const liveParts = (text: string, people: readonly PersonLookup[]): readonly LivePart[] =>
  splitMentions(text, people).flatMap((part) =>
    part.isMention ? [{ kind: 'mention' as const, text: part.text }] : splitLinks(part.text),
  );
