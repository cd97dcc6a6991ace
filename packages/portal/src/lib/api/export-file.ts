import { call } from './api-client.ts';
import { createRecordCounter } from './csv-record-counter.ts';

export interface ExportOptions {
  readonly signal: AbortSignal;
  /** Told how many rows have arrived so far, the headings left out. */
  readonly onRows: (rows: number) => void;
}

/** Marks the file as UTF-8, without which spreadsheets take it for an older encoding. */
const byteOrderMark = '\u{FEFF}';

/**
 * The CSV that the server streams under the address, whole: a stream that breaks off rejects.
 *
 * @throws ApiProblem when the server refuses, TypeError when the connection breaks, AbortError when it was cancelled.
 */
export const fetchExport = async (address: string, { signal, onRows }: ExportOptions): Promise<Blob> => {
  const response = await call('GET', address, { signal });
  const count = createRecordCounter();
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      onRows(Math.max(0, count(bytes) - 1));
      controller.enqueue(bytes);
    },
  });
  const rows = await new Response(response.body?.pipeThrough(counted)).blob();
  return new Blob([byteOrderMark, rows], { type: 'text/csv;charset=utf-8' });
};

/** Hands a file to the browser, which saves it as it saves any download. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
