import { renewalMilliseconds, signInText } from '@cfs/contracts/agent-protocol';
import type { Challenge, SignedIn } from '@cfs/contracts/agents';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AgentKey } from './agent-key.ts';
import { type Answer, type Call, ServerError, throwRefusal, type ServerClient } from './server-client.ts';

/** Signs in whenever needed, and calls the server as the device of this agent. */
export interface Session {
  /** Signs in once; resolves with whether the machine has been promoted. */
  signIn(): Promise<SignedIn['status']>;
  /**
   * Makes a call with a valid token; signs in again once if the server no longer accepts the token.
   *
   * @throws RefusedError if the server refuses the machine, a transient error while the machine waits to be promoted or
   * the server does not know it, as after a restore of the server.
   */
  call(call: Call): Promise<Answer>;
  /** Like `call`, but the caller must consume the body of the response. */
  download(call: Call): Promise<IncomingMessage>;
}

/** Error of calls while the machine has not been promoted. */
const waitsForPromotion = 'the machine waits to be promoted';
/** Error of calls while the server does not know the machine, as after a restore of the server. */
const notKnown = 'the server does not know this machine: enrol it again with --re-enrol';

/**
 * Interval between sign-ins of a machine that waits to be promoted or is unknown; a new machine polls faster at first.
 */
export const promotionPollMilliseconds = 15_000;

export const createSession = ({ call, download }: ServerClient, agentId: string, key: AgentKey): Session => {
  /**
   * Differs from the session of a copy of this machine, so that the server can tell the two apart. An agent that
   * resumes after another version has signed in needs a new session; otherwise it would count as a copy.
   */
  const sessionId = randomUUID();
  let token: { readonly text: string; readonly renewAt: number } | undefined;
  let signingIn: Promise<SignedIn> | undefined;
  /** Until then, calls fail with the reason without signing in. */
  let pause = { until: 0, reason: waitsForPromotion };

  const pauseFor = (reason: string): void => {
    pause = { until: performance.now() + promotionPollMilliseconds, reason };
  };

  /**
   * A nonce that has expired, or that comes from a server whose clock was set back, is a transient error: the next one
   * may work.
   */
  const askAgain = (error: unknown): never => {
    if (error instanceof ServerError && error.status === 401) {
      throw new Error('the server rejected the signature', { cause: error });
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

  /** Concurrent callers share one sign-in, because a nonce is valid only once. */
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
