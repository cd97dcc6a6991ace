/** A text, and the quote of an earlier one at its end. */
export interface QuotedText {
  readonly text: string;
  /** Lines that begin with `>`; empty for a text without a quote. */
  readonly quote: string;
}

const isQuoted = (line: string): boolean => line.startsWith('>');

/**
 * Splits off the lines at the end of a text that begin with `>`. A text that consists of a quote alone is not split.
 */
export const splitQuote = (detail: string): QuotedText => {
  const lines = detail.split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '' && !isQuoted(line));
  const first = lines.findIndex((line, at) => at > last && isQuoted(line));
  if (last === -1 || first === -1) return { text: detail, quote: '' };
  return { text: lines.slice(0, first).join('\n').trimEnd(), quote: lines.slice(first).join('\n').trimEnd() };
};
