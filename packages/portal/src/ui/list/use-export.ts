import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { fetchExport, saveFile } from '../../lib/api/export-file.ts';

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly rows: number }
  | { readonly kind: 'failed'; readonly reason: string };

export interface ExportRun {
  readonly state: ExportState;
  /** Downloads the URL, with a body by POST, and saves the file under the name. */
  readonly start: (address: string, fileName: string, body?: unknown) => void;
  readonly cancel: () => void;
}

/** Throttles re-renders of the progress. */
const progressIntervalMilliseconds = 200;

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const reasonOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.detail : 'The connection was lost before the file was complete.';

/** One export at a time, aborted on unmount. A failure is logged and kept until the next start. */
export const useExport = (): ExportRun => {
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback((address: string, fileName: string, body?: unknown) => {
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: 'running', rows: 0 });
    let shown = 0;
    const onRows = (rows: number) => {
      const now = performance.now();
      if (now - shown < progressIntervalMilliseconds) return;
      shown = now;
      setState({ kind: 'running', rows });
    };
    void fetchExport(address, { signal: controller.signal, onRows, body }).then(
      (file) => {
        saveFile(file, fileName);
        setState({ kind: 'idle' });
      },
      (error: unknown) => {
        if (isAbort(error)) return setState({ kind: 'idle' });
        // A failed export is logged (docs/reference/errors.md#in-the-portal); a browser has no other log.
        // oxlint-disable-next-line no-console
        console.error(`The export of ${fileName} failed.`, error);
        setState({ kind: 'failed', reason: reasonOf(error) });
      },
    );
  }, []);

  const cancel = useCallback(() => running.current?.abort(), []);
  return { state, start, cancel };
};
