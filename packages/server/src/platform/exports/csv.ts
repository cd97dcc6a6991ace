import { stringify } from 'csv-stringify/sync';

const lineEnd = '\r\n';

/**
 * A CSV file as RFC 4180 has it, in pieces: the headings with the first batch, then a piece for each batch. A text that
 * a spreadsheet would take for a formula is preceded by an apostrophe; numbers stay numbers.
 */
export async function* csvOf(
  headings: readonly string[],
  batches: AsyncIterable<unknown[][]>,
): AsyncGenerator<string, void, void> {
  const write = (rows: readonly unknown[][]): string =>
    stringify([...rows], {
      record_delimiter: lineEnd,
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: { boolean: String },
      // A line without anything would be no record.
      quoted_empty: headings.length === 1,
    });
  let start = write([[...headings]]);
  for await (const rows of batches) {
    yield start + write(rows);
    start = '';
  }
  if (start !== '') yield start;
}
