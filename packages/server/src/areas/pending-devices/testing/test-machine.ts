import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { enrolmentText, signInText } from '@cfs/contracts/agent-protocol';
import type { Enrolled } from '@cfs/contracts/agents';
import type { TestAnswer, TestClient } from '../../../testing/test-client.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { fingerprintOf } from '../../devices/agent-key.ts';
import { testSubscription } from './test-subscription.ts';

/** A machine with its own key that calls the test server as an agent does. */
export interface TestMachine {
  readonly fingerprint: string;
  /** Enrols with the token; `changes` override fields of the body. */
  enrol(token: string, changes?: object): Promise<TestAnswer>;
  /** The id that the enrolment returned. */
  agentId(): string;
  signIn(sessionId?: string): Promise<TestAnswer>;
  signInWith(nonce: string, text?: string, sessionId?: string): Promise<TestAnswer>;
  challenge(agentId?: string): Promise<string>;
  /**
   * Signs in and returns a client with the new device token. The clock must have advanced since the last sign-in,
   * because a nonce is identified by its time.
   */
  asDevice(): Promise<TestClient>;
}

export const createTestMachine = (server: TestServer, machineName = 'machine'): TestMachine => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'jwk' }).x ?? '';
  const fingerprint = fingerprintOf(Buffer.from(raw, 'base64url'));
  const signed = (text: string): string => sign(null, Buffer.from(text), privateKey).toString('base64url');
  let enrolled: Enrolled | undefined;

  const agentId = (): string => enrolled?.agentId ?? '';
  const challenge = async (id = agentId()): Promise<string> => {
    const answer = await server.anonymous.post(`/v1/agents/${id}/challenge`);
    return (answer.body as { nonce: string }).nonce;
  };
  const signInWith = (nonce: string, text = signInText(agentId(), nonce), sessionId?: string): Promise<TestAnswer> =>
    server.anonymous.post(`/v1/agents/${agentId()}/sign-in`, { nonce, signature: signed(text), sessionId });
  const signIn = async (sessionId?: string): Promise<TestAnswer> => signInWith(await challenge(), undefined, sessionId);

  return {
    fingerprint,
    agentId,
    challenge,
    signIn,
    signInWith,
    async enrol(token, changes = {}) {
      const tokenHash = createHash('sha256').update(token).digest('hex');
      const answer = await server.withCredential(token).post('/v1/agents/enrol', {
        machineName,
        operatingSystem: 'Linux 6.1',
        platform: 'linux',
        architecture: 'x64',
        ipAddress: '10.0.0.7',
        agentVersion: '0.1.0',
        publicKey: raw,
        keyFingerprint: fingerprint,
        signature: signed(enrolmentText(tokenHash, machineName)),
        ...changes,
      });
      if (answer.status < 300) enrolled = answer.body as Enrolled;
      return answer;
    },
    async asDevice() {
      const answer = await signIn();
      if (answer.status !== 200) throw new Error(`The device could not sign in: ${answer.status}.`);
      return server.withCredential((answer.body as { token: string }).token);
    },
  };
};

/** Enrols a machine and promotes it. */
export const promoteTestMachine = async (server: TestServer, machineName?: string): Promise<TestMachine> => {
  const machine = createTestMachine(server, machineName);
  await testSubscription(server);
  await machine.enrol(await server.tenantToken(['enrol']));
  await server.as('Administrator').post('/v1/pendingdevices/batchpromote', [machine.agentId()]);
  return machine;
};
