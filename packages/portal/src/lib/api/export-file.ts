import { call } from './api-client.ts';
import { createRecordCounter } from './csv-record-counter.ts';

export interface ExportOptions {
  readonly signal: AbortSignal;
  /** Sent by POST; without it the call is a GET. */
  readonly body?: unknown;
  /** Called with the number of rows received so far, without the heading. */
  readonly onRows: (rows: number) => void;
}

/** Spreadsheets read a CSV file without it in a legacy encoding. */
const byteOrderMark = '\u{FEFF}';

/**
 * Downloads the CSV that the server streams. A stream that ends early rejects: a file is never partial.
 *
 * @throws ApiProblem for an error response, TypeError when the connection breaks, AbortError when aborted.
 */
export const fetchExport = async (address: string, { signal, onRows, body }: ExportOptions): Promise<Blob> => {
  const response = await (body === undefined
    ? call('GET', address, { signal })
    : call('POST', address, { signal, body }));
  const count = createRecordCounter();
  const progress = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      onRows(Math.max(0, count(bytes) - 1));
      controller.enqueue(bytes);
    },
  });
  const rows = await new Response(response.body?.pipeThrough(progress)).blob();
  return new Blob([byteOrderMark, rows], { type: 'text/csv;charset=utf-8' });
};

/** Saves a file as a browser download. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the blob after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
