import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the world outside saw. */
export interface LedgerEntry {
  readonly path: string;
  readonly key: string;
  readonly body: string;
}

/** The world outside: notes every call, and may refuse. */
export interface HttpLedger {
  readonly address: string;
  readonly entries: LedgerEntry[];
  /** Status of the answer to a call. */
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
