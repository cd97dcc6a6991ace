import { signInText } from '@cfs/contracts/agent-protocol';
import type { Challenge, SignedIn, SignIn } from '@cfs/contracts/agents';
import { forbidden, notFound, unauthorized } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import type { AgentCredential, AgentCredentialFinder } from './find-agent-credential.ts';
import { signatureHolds } from './agent-key.ts';
import { createDeviceToken, createNonce, readNonce, tokenLifetime } from './agent-seal.ts';
import type { NonceSpender } from './spend-nonces.ts';

const findAgent = async (findCredential: AgentCredentialFinder, agentId: string): Promise<AgentCredential> => {
  const credential = await findCredential(agentId);
  if (!credential) throw notFound('Agent');
  return credential;
};

/** @throws 404 for an agent that never enrolled. */
export const challengeAgent = async (
  { clock }: Pick<Services, 'clock'>,
  findCredential: AgentCredentialFinder,
  agentId: string,
): Promise<Challenge> => {
  const { sealKey } = await findAgent(findCredential, agentId);
  return { nonce: createNonce(sealKey, agentId, clock.now()) };
};

/**
 * Returns the device's token, or the status `pending` if the agent is not promoted yet; the latter also updates its
 * last ping.
 *
 * @throws 401 for an invalid nonce or signature, 403 for a refused key.
 */
export const signInAgent = async (
  { clock }: Pick<Services, 'clock'>,
  { spendNonce, findCredential }: { readonly spendNonce: NonceSpender; readonly findCredential: AgentCredentialFinder },
  agentId: string,
  { nonce, signature, sessionId }: SignIn,
): Promise<SignedIn> => {
  const agent = await findAgent(findCredential, agentId);
  const now = clock.now();
  const made = readNonce(agent.sealKey, agentId, nonce, now);
  if (!made || !signatureHolds(agent.publicKey, signInText(agentId, nonce), signature)) {
    throw unauthorized('The nonce or its signature is not valid.');
  }
  if (agent.status === 'refused') throw forbidden('This agent was refused. Enrol it again.');
  if (!(await spendNonce({ agent, made, sessionId }))) throw unauthorized('The nonce has already been used.');
  if (agent.status === 'pending') return { status: 'pending' };
  return {
    status: 'promoted',
    deviceId: agentId,
    token: createDeviceToken(agent.sealKey, agentId, now),
    expiresIn: tokenLifetime / 1_000,
  };
};
