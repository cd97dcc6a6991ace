import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { agentBatchHeaders, enrolmentText, renewalMilliseconds, signInText } from '@cfs/contracts/agent-protocol';
import type { AgentConfiguration, Challenge, Enrolled, SignedIn } from '@cfs/contracts/agents';
import type { PacketReceipt, SentPacket } from '@cfs/contracts/packets';
import type { FleetAnswer, FleetCall, FleetClient } from './fleet-client.ts';
import { count, type FleetFigures } from './fleet-figures.ts';

/** The state of a device that is kept between runs of the simulator. */
export interface KnownDevice {
  readonly name: string;
  /** PKCS 8, DER, base64. */
  readonly privateKey: string;
  agentId?: string;
}

/** How a device misbehaves. */
export interface Trouble {
  /** Whether it disconnects now and then, and sends the collected packets afterwards. */
  readonly goesOffline: boolean;
  /** Milliseconds by which its clock is wrong. */
  readonly skewMilliseconds: number;
  /** Milliseconds that each call takes longer. */
  readonly delayMilliseconds: number;
}

export const createDevice = (name: string): KnownDevice => ({
  name,
  privateKey: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
});

const keyOf = ({ privateKey }: KnownDevice) => {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'jwk' }).x ?? '';
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('base64');
  return {
    publicKey,
    fingerprint: `SHA256:${digest.replace(/=+$/, '')}`,
    sign: (text: string): string => sign(null, Buffer.from(text), key).toString('base64url'),
  };
};

/** Enrols a device with a tenant token, and keeps its id. */
export const enrolDevice = async (client: FleetClient, device: KnownDevice, token: string): Promise<void> => {
  const key = keyOf(device);
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const answer = await client({
    method: 'POST',
    path: '/v1/agents/enrol',
    headers: { authorization: `Bearer ${token}` },
    body: {
      machineName: device.name,
      operatingSystem: 'Linux 6.1.0',
      platform: 'linux',
      architecture: 'x64',
      ipAddress: '127.0.0.1',
      agentVersion: '0.1.0',
      publicKey: key.publicKey,
      keyFingerprint: key.fingerprint,
      signature: key.sign(enrolmentText(tokenHash, device.name)),
    },
  });
  if (answer.status >= 300) throw new Error(`enrolment: ${answer.status} ${JSON.stringify(answer.body)}`);
  device.agentId = (answer.body as Enrolled).agentId;
};

const pollTimeoutMilliseconds = 60_000;
const backoff = { firstMilliseconds: 500, maxMilliseconds: 30_000 } as const;
const offline = { everyMilliseconds: 300_000, minMilliseconds: 60_000, maxMilliseconds: 180_000 } as const;
const batchPackets = 250;
const maxSpool = 10_000;
/** Most milliseconds until a changed configuration is applied. */
const maxSleepMilliseconds = 10_000;

/** Simulates the agent of a promoted device until the signal aborts. */
export const runDevice = async (
  client: FleetClient,
  device: KnownDevice,
  options: {
    readonly figures: FleetFigures;
    readonly trouble: Trouble;
    readonly signal: AbortSignal;
    /** Aborts when no more packets are created; waiting packets are still sent. */
    readonly ending: AbortSignal;
    /** Called with each configuration that arrives. */
    readonly onConfiguration: (deviceId: string, configuration: AgentConfiguration) => void;
  },
): Promise<void> => {
  const { figures, trouble, signal, ending } = options;
  const deviceId = device.agentId ?? '';
  const key = keyOf(device);
  const sessionId = randomUUID();
  const spool: SentPacket[] = [];
  let token: { readonly text: string; readonly renewAt: number } | undefined;
  let signingIn: Promise<void> | undefined;
  let offlineUntil = 0;
  let measured = Promise.withResolvers<void>();
  let sequence = 1;
  let configuration: AgentConfiguration | undefined;

  // Does not use the signal: each wait would add a listener, and adding one scans all others.
  const pause = (milliseconds: number): Promise<void> => wait(milliseconds);

  const call = async (what: FleetCall): Promise<FleetAnswer> => {
    if (performance.now() < offlineUntil) throw new Error('offline');
    if (trouble.delayMilliseconds > 0) await pause(trouble.delayMilliseconds * (0.5 + Math.random()));
    const answer = await client(what);
    count(figures.statuses, answer.status);
    if (answer.status >= 500 && !(answer.status === 503 && answer.retryAfterMilliseconds > 0))
      figures.serverFaults += 1;
    return answer;
  };

  const signIn = async (): Promise<void> => {
    const path = `/v1/agents/${deviceId}`;
    const challenge = await call({ method: 'POST', path: `${path}/challenge` });
    if (challenge.status !== 200) throw new Refused(challenge);
    const { nonce } = challenge.body as Challenge;
    const body = { nonce, signature: key.sign(signInText(deviceId, nonce)), sessionId };
    const answer = await call({ method: 'POST', path: `${path}/sign-in`, body });
    if (answer.status !== 200) throw new Refused(answer);
    const signedIn = answer.body as SignedIn;
    if (signedIn.status !== 'promoted') throw new Refused(answer);
    figures.signIns += 1;
    token = { text: signedIn.token, renewAt: performance.now() + renewalMilliseconds(signedIn.expiresIn) };
  };

  const asDevice = async (what: FleetCall): Promise<FleetAnswer> => {
    if (!token || performance.now() > token.renewAt) {
      signingIn ??= signIn().finally(() => {
        signingIn = undefined;
      });
      await signingIn;
    }
    const answer = await call({ ...what, headers: { ...what.headers, authorization: `Bearer ${token?.text}` } });
    if (answer.status === 401) token = undefined;
    if (answer.status >= 400) throw new Refused(answer);
    return answer;
  };

  /** Retries work with backoff while it fails. */
  const persist = async (work: () => Promise<void>, onTurn: (isConnected: boolean) => void = () => undefined) => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        await work();
        onTurn(true);
        if (failures > 0) figures.reconnects += 1;
        failures = 0;
      } catch (error) {
        onTurn(false);
        const asked = error instanceof Refused ? error.answer.retryAfterMilliseconds : 0;
        if (!(error instanceof Refused)) count(figures.networkErrors, faultOf(error));
        const limit = Math.min(backoff.maxMilliseconds, backoff.firstMilliseconds * 2 ** failures);
        failures += 1;
        await pause(asked + limit / 2 + (Math.random() * limit) / 2);
      }
    }
  };

  let etag: string | undefined;
  let wasConnected = false;
  const poll = async (): Promise<void> => {
    const answer = await asDevice({
      method: 'GET',
      path: '/v1/agents/configuration',
      timeoutMilliseconds: pollTimeoutMilliseconds,
      ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
    });
    if (answer.status === 304) return;
    etag = answer.etag;
    configuration = answer.body as AgentConfiguration;
    figures.configurations += 1;
    options.onConfiguration(deviceId, configuration);
  };

  const send = async (): Promise<void> => {
    const packets = spool.slice(0, batchPackets);
    if (packets.length === 0) {
      measured = Promise.withResolvers();
      await measured.promise;
      return;
    }
    const began = performance.now();
    const oldest = spool[packets.length]?.timestamp;
    const answer = await asDevice({
      method: 'POST',
      path: '/v1/packets',
      headers: {
        [agentBatchHeaders.time]: new Date(Date.now() + trouble.skewMilliseconds).toISOString(),
        [agentBatchHeaders.sequence]: String(sequence),
        ...(oldest !== undefined && { [agentBatchHeaders.oldestUnsent]: oldest }),
      },
      body: packets,
    });
    const { duplicates, conflicts, rejected } = answer.body as PacketReceipt;
    figures.sendMilliseconds.push(performance.now() - began);
    figures.acknowledged += packets.length;
    figures.duplicates += duplicates;
    figures.conflicts += conflicts.length;
    figures.rejected += rejected.length;
    sequence += 1;
    spool.splice(0, packets.length);
  };

  const measure = (packet: SentPacket): void => {
    if (spool.length === maxSpool || ending.aborted) return;
    figures.made += 1;
    spool.push(packet);
    measured.resolve();
  };

  const beat = async (): Promise<void> => {
    await pause(Math.random() * 60_000);
    while (!signal.aborted) {
      const seconds = configuration?.heartbeatInterval ?? 0;
      if (seconds > 0 && configuration) measure(heartbeatOf(configuration, trouble.skewMilliseconds));
      await pause((seconds || 60) * 1_000);
    }
  };

  const nextRun = new Map<string, number>();
  const runOperations = async (): Promise<void> => {
    while (!signal.aborted) {
      const now = Date.now();
      let nextDue = now + maxSleepMilliseconds;
      for (const operation of configuration?.operations ?? []) {
        const interval = operation.intervalSeconds * 1_000;
        if (!operation.enabled || interval <= 0) continue;
        const due = nextRun.get(operation.deviceOperationId) ?? now + Math.random() * interval;
        const next = due > now ? due : due + interval;
        if (due <= now) measure(runOf(operation, now + trouble.skewMilliseconds));
        nextRun.set(operation.deviceOperationId, next);
        nextDue = Math.min(nextDue, next);
      }
      await pause(Math.max(nextDue - now, 100));
    }
  };

  const loseConnection = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(Math.random() * 2 * offline.everyMilliseconds);
      const span = offline.maxMilliseconds - offline.minMilliseconds;
      offlineUntil = performance.now() + offline.minMilliseconds + Math.random() * span;
    }
  };

  await Promise.all([
    persist(poll, (isConnected) => {
      figures.connected += Number(isConnected) - Number(wasConnected);
      wasConnected = isConnected;
    }),
    persist(send),
    beat(),
    runOperations(),
    ...(trouble.goesOffline ? [loseConnection()] : []),
  ]);
};

/** The server responded with an unexpected status. */
class Refused extends Error {
  readonly answer: FleetAnswer;

  constructor(answer: FleetAnswer) {
    super(`status ${answer.status}`);
    this.answer = answer;
  }
}

const faultOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);

const percent = (): number => Math.round(Math.random() * 1_000) / 10;

const heartbeatOf = ({ deviceId, name }: AgentConfiguration, skewMilliseconds: number): SentPacket => {
  const CpuPercent = percent();
  return {
    entityId: deviceId,
    timestamp: new Date(Date.now() + skewMilliseconds).toISOString(),
    message: {
      Value: CpuPercent,
      Metrics: { CpuPercent, MemoryPercent: percent(), DiskPercent: percent(), UptimeSeconds: 1_000 },
      Properties: { BlockName: name, OperatingSystem: 'Linux 6.1.0', AgentVersion: '0.1.0' },
    },
  };
};

const runOf = (
  { deviceOperationId, label, operationName }: AgentConfiguration['operations'][number],
  now: number,
): SentPacket => ({
  entityId: deviceOperationId,
  timestamp: new Date(now).toISOString(),
  message: {
    Value: percent(),
    Properties: { BlockName: label, Operation: operationName, RunId: randomUUID() },
    Metrics: { DurationMilliseconds: 1_000 },
    States: { Outcome: 'Succeeded' },
    Diagnostics: {},
  },
});
