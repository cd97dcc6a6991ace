/** Lines by which mail programs introduce the quoted mail. */
const introductions: readonly RegExp[] = [
  /^-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|opprinnelig melding) ?-{2,}$/i,
  /^(?:on|am|le|den|el|il|op) .{5,300}(?:wrote|schrieb|a écrit|skrev|escribió|scritto|schreef).{0,100}:$/i,
];
const headerLine = /^(?:from|von|de|fra|från): \S/i;
const dateHeader = /^(?:sent|date|gesendet|datum|envoyé|sendt): /i;
const furtherHeader = /^(?:to|subject|an|betreff|à|objet|til|emne): /i;
/** A header block must have its second recognised header within this number of lines. */
const headerBlockLines = 4;
const lineLimit = 400;
/** The number of further lines of a wrapped introduction. */
const wrappedLines = 1;

/** Whether the quoted mail begins at this line; `lastOwn` is the last line that is neither marked by `>` nor empty. */
const beginsQuote = (lines: readonly string[], at: number, lastOwn: number): boolean => {
  const line = (lines[at] ?? '').trim();
  if (line === '' || line.length > lineLimit) return false;
  // The introduction may be wrapped.
  const wrapped = `${line} ${(lines[at + 1] ?? '').trim()}`.slice(0, lineLimit);
  if (introductions.some((each) => each.test(line) || each.test(wrapped))) return true;
  if (headerLine.test(line.replaceAll('*', ''))) {
    const further = lines
      .slice(at + 1, at + headerBlockLines)
      .map((other) => other.trim().slice(0, lineLimit).replaceAll('*', ''));
    return (
      further.some((other) => dateHeader.test(other)) ||
      (line.includes('@') && further.some((other) => furtherHeader.test(other)))
    );
  }
  return line.startsWith('>') && at > lastOwn;
};

/**
 * Marks the mail that a reply quotes at its end: each of its lines then begins with `>`, and the portal folds them.
 * Nothing is removed. A mail that consists only of a quote stays unchanged, and so does one with own text after lines
 * that the mail program has marked.
 */
export const foldQuote = (text: string): string => {
  const lines = text.replaceAll(/\r\n?/g, '\n').trim().split('\n');
  const lastOwn = lines.findLastIndex((line) => line.trim() !== '' && !line.startsWith('>'));
  const first = lines.findIndex((_line, at) => beginsQuote(lines, at, lastOwn));
  if (first < 1 || lines.slice(0, first).every((line) => line.trim() === '')) return lines.join('\n');
  const marked = lines.findIndex((line, at) => at > first && line.startsWith('>'));
  const between = lines.slice(first + 1, marked).filter((line) => line.trim() !== '');
  if (marked !== -1 && marked < lastOwn && between.length <= wrappedLines) return lines.join('\n');
  const quote = lines.slice(first).map((line) => (line.startsWith('>') ? line : `> ${line}`.trimEnd()));
  return `${lines.slice(0, first).join('\n').trimEnd()}\n\n${quote.join('\n')}`;
};
