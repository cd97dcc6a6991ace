import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentBatchHeaders } from '@cfs/contracts/agent-protocol';
import type { RunReport } from '@cfs/contracts/agent-operations';
import type { InstallReports } from '@cfs/contracts/agent-installs';
import type { AgentConfiguration, AgentLogs, SignedIn, SignIn } from '@cfs/contracts/agents';
import type { SentPacket } from '@cfs/contracts/packets';

/** The server's side of the agent protocol, for tests that control it step by step. */
export interface ProtocolServer {
  readonly address: string;
  readonly deviceId: string;
  readonly packets: SentPacket[];
  /** The calls with packets that were acknowledged. */
  readonly batches: { readonly size: number; readonly oldestUnsent: string | undefined }[];
  readonly logs: AgentLogs[number][];
  /** `sessionId` of each successful sign-in. */
  readonly sessions: string[];
  readonly claims: { readonly completionToken: string; readonly runId: string }[];
  readonly reports: RunReport[];
  readonly installs: InstallReports[number][];
  /** Bundles by path; `downloads` are the requests for them. */
  readonly bundles: Map<string, Buffer>;
  readonly downloads: { readonly path: string; readonly range: string | undefined }[];
  /** Bytes after which a download is cut off; each download consumes one entry. */
  breakDownloadsAfter: number[];
  /** While set, calls other than enrolment, sign-in, configuration and downloads fail with this status. */
  failing: number | undefined;
  /**
   * Whether the machine is promoted, pending or unknown at sign-in; calls of a machine that is not promoted fail with
   * 401.
   */
  machineStatus: SignedIn['status'] | 'unknown';
  /**
   * While set, calls whose path starts with `path` and whose body has at least `beyondBytes` bytes get the status from
   * a proxy.
   */
  blocked: { readonly status: number; readonly path: string; readonly beyondBytes?: number } | undefined;
  configure(changes: Partial<AgentConfiguration>): void;
  /** Ends pending polls of the configuration with 304. */
  answerUnchanged(): void;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

export const startProtocolServer = async (): Promise<ProtocolServer> => {
  const deviceId = randomUUID();
  let version = 1;
  let configuration: AgentConfiguration = {
    deviceId,
    name: 'tested',
    enabled: true,
    heartbeatInterval: 0,
    restartAgentFlag: false,
    shipsLogs: true,
    traceExpiration: null,
    operations: [],
    installs: [],
    publisherKeys: [],
  };
  const waiting = new Set<() => void>();
  const claimed = new Map<string, string>();

  const sendBundle = (path: string, request: IncomingMessage, response: ServerResponse): void => {
    const bundle = state.bundles.get(path);
    state.downloads.push({ path, range: request.headers.range });
    if (!bundle) return refuse(response, 404, 'there is no such bundle');
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const rest = bundle.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': rest.length,
      ...(from > 0 && { 'content-range': `bytes ${from}-${bundle.length - 1}/${bundle.length}` }),
    });
    const limit = state.breakDownloadsAfter.shift();
    if (limit === undefined) response.end(rest);
    else response.write(rest.subarray(0, limit), () => response.destroy());
  };

  const json = (response: ServerResponse, status: number, body?: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };

  const refuse = (response: ServerResponse, status: number, detail: string): void =>
    json(response, status, { status, detail, traceId: randomUUID() });

  const poll = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isKnown = (): boolean => request.headers['if-none-match'] === `"${version}"`;
    if (isKnown()) {
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
        response.once('close', resolve);
      });
    }
    if (response.destroyed) return;
    response.setHeader('etag', `"${version}"`);
    if (isKnown()) return json(response, 304);
    json(response, 200, configuration);
  };
  const endWaits = (): void => {
    for (const wake of waiting) wake();
    waiting.clear();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const sentBytes = Number(request.headers['content-length'] ?? 0);
    if (state.blocked && path.startsWith(state.blocked.path) && sentBytes >= (state.blocked.beyondBytes ?? 0)) {
      const { status } = state.blocked;
      response.writeHead(status, { 'content-type': 'text/html', location: '/login' }).end(`<h1>${status}</h1>`);
      return;
    }
    const isPromoted = state.machineStatus === 'promoted';
    if (request.headers.authorization === 'Bearer t' && !isPromoted) {
      return refuse(response, 401, 'the token is not valid');
    }
    if (request.method === 'GET' && path === '/v1/agents/configuration') return poll(request, response);
    if (request.method === 'GET') return sendBundle(path, request, response);
    const body = await bodyOf(request);
    if (path === '/v1/agents/enrol') return json(response, 201, { agentId: deviceId, tenantId: randomUUID() });
    if (path.endsWith('/challenge') && state.machineStatus === 'unknown')
      return refuse(response, 404, 'Agent was not found.');
    if (path.endsWith('/challenge')) return json(response, 200, { nonce: 'nonce' });
    if (path.endsWith('/sign-in') && !isPromoted) return json(response, 202, { status: 'pending' });
    if (path.endsWith('/sign-in')) {
      state.sessions.push((body as SignIn).sessionId ?? '');
      return json(response, 200, { status: 'promoted', deviceId, token: 't', expiresIn: 600 });
    }
    if (state.failing !== undefined) return refuse(response, state.failing, 'out of order');
    if (path === '/v1/packets') {
      const packets = body as SentPacket[];
      const oldestUnsent = request.headers[agentBatchHeaders.oldestUnsent];
      state.packets.push(...packets);
      state.batches.push({ size: packets.length, oldestUnsent: oldestUnsent?.toString() });
      return json(response, 202, { accepted: 0, duplicates: 0, rejected: [], conflicts: [] });
    }
    if (path === '/v1/agents/logs') state.logs.push(...(body as AgentLogs));
    if (path === '/v1/agents/installations') state.installs.push(...(body as InstallReports));
    if (path.endsWith('/claim')) {
      const claim = body as ProtocolServer['claims'][number];
      state.claims.push(claim);
      const holder = claimed.get(claim.completionToken) ?? claim.runId;
      claimed.set(claim.completionToken, holder);
      if (holder !== claim.runId) return refuse(response, 409, 'claimed');
      return json(response, 200, { leaseExpires: new Date(Date.now() + 60_000).toISOString() });
    }
    if (path.endsWith('/complete')) state.reports.push(body as RunReport);
    return json(response, 204);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const state: ProtocolServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deviceId,
    packets: [],
    batches: [],
    logs: [],
    sessions: [],
    claims: [],
    reports: [],
    installs: [],
    bundles: new Map(),
    downloads: [],
    breakDownloadsAfter: [],
    failing: undefined,
    machineStatus: 'promoted',
    blocked: undefined,
    configure: (changes) => {
      configuration = { ...configuration, ...changes };
      version += 1;
      endWaits();
    },
    answerUnchanged: endWaits,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return state;
};
