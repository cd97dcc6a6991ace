import { renewalMilliseconds, signInText } from '@cfs/contracts/agent-protocol';
import type { Challenge, SignedIn } from '@cfs/contracts/agents';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AgentKey } from './agent-key.ts';
import { type Answer, type Call, ServerError, throwRefusal, type ServerClient } from './server-client.ts';

/** Signs in as often as needed, and calls the server as the device that the agent has become. */
export interface Session {
  /** Signs in once: whether the machine has been promoted. */
  signIn(): Promise<SignedIn['status']>;
  /**
   * A call with a token that holds; signs in again, once, when the server no longer accepts it.
   *
   * @throws RefusedError when the server refuses the machine, a transient error while it waits to be promoted or is not
   * known, as after a restore of the server.
   */
  call(call: Call): Promise<Answer>;
  /** A call whose answer is for the caller to consume. */
  download(call: Call): Promise<IncomingMessage>;
}

/** What a call fails with while the server says that the machine has not been promoted. */
const waitsForPromotion = 'the machine waits to be promoted';
/** As after a restore of the server. */
const notKnown = 'the server does not know this machine: enrol it again with --re-enrol';

/** How often a machine that waits to be promoted, or is not known, asks, save a new one. */
export const promotionPollMilliseconds = 15_000;

export const createSession = ({ call, download }: ServerClient, agentId: string, key: AgentKey): Session => {
  /**
   * Differs from that of a copy of this machine, by which the server tells the two apart. An agent that goes on after another
   * version has signed in is a new session, or it would be taken for a copy.
   */
  const sessionId = randomUUID();
  let token: { readonly text: string; readonly renewAt: number } | undefined;
  let signingIn: Promise<SignedIn> | undefined;
  /** Until then no call asks again, and fails for the reason. */
  let pause = { until: 0, reason: waitsForPromotion };

  const pauseFor = (reason: string): void => {
    pause = { until: performance.now() + promotionPollMilliseconds, reason };
  };

  /** A nonce that comes too late, or from a server whose clock was put back, is no reason to give up: others follow. */
  const askAgain = (error: unknown): never => {
    if (error instanceof ServerError && error.status === 401) {
      throw new Error('the server did not take the proof of the key', { cause: error });
    }
    if (error instanceof ServerError && error.status === 404 && error.isProblem) {
      pauseFor(notKnown);
      throw new Error(notKnown, { cause: error });
    }
    return throwRefusal(error);
  };

  const prove = async (): Promise<SignedIn> => {
    const path = `/v1/agents/${agentId}`;
    const ask = (step: string, body?: unknown): Promise<Answer> =>
      call({ method: 'POST', path: `${path}/${step}`, body }).catch(askAgain);
    const { nonce } = (await ask('challenge')).body as Challenge;
    const answer = await ask('sign-in', { nonce, signature: key.sign(signInText(agentId, nonce)), sessionId });
    const signedIn = answer.body as SignedIn;
    token =
      signedIn.status === 'promoted'
        ? { text: signedIn.token, renewAt: performance.now() + renewalMilliseconds(signedIn.expiresIn) }
        : undefined;
    if (!token) pauseFor(waitsForPromotion);
    return signedIn;
  };

  /** Several callers that find the token old wait for one sign-in: its nonce is good for one alone. */
  const signIn = (): Promise<SignedIn> => {
    signingIn ??= prove().finally(() => {
      signingIn = undefined;
    });
    return signingIn;
  };

  const validToken = async (): Promise<string> => {
    const now = performance.now();
    if (token ? now > token.renewAt : now > pause.until) await signIn();
    if (!token) throw new Error(pause.reason);
    return token.text;
  };

  const withToken = async <Result>(what: Call, send: (call: Call) => Promise<Result>): Promise<Result> => {
    const sendAs = (text: string): Promise<Result> =>
      send({ ...what, headers: { ...what.headers, authorization: `Bearer ${text}` } });
    const used = await validToken();
    try {
      return await sendAs(used);
    } catch (error) {
      if (!(error instanceof ServerError) || error.status !== 401) throw error;
      if (token?.text === used) token = undefined;
      return sendAs(await validToken());
    }
  };

  return {
    signIn: async () => (await signIn()).status,
    call: (what) => withToken(what, call),
    download: (what) => withToken(what, download),
  };
};
