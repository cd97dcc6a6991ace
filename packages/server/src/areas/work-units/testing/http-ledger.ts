import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the test server received. */
export interface LedgerEntry {
  readonly path: string;
  readonly key: string;
  readonly body: string;
}

/** An HTTP server for tests that records every call and responds with a configurable status. */
export interface HttpLedger {
  readonly address: string;
  readonly entries: LedgerEntry[];
  /** Returns the status of the response to a call. */
  answer: (entry: LedgerEntry) => number;
  close(): void;
}

export const startHttpLedger = async (): Promise<HttpLedger> => {
  const entries: LedgerEntry[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const entry = { path: request.url ?? '', key: String(request.headers['idempotency-key']), body };
    entries.push(entry);
    response.writeHead(ledger.answer(entry)).end('noted');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ledger: HttpLedger = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    entries,
    answer: () => 200,
    close: () => server.close(),
  };
  return ledger;
};
