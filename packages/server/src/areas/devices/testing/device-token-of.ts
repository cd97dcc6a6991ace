import type { TestServer } from '../../../testing/test-server.ts';
import { agentSealKey, createDeviceToken } from '../agent-seal.ts';

/** Returns a token as the server issues it when the agent signs in. */
export const deviceTokenOf = (
  { services, clock }: TestServer,
  agent: { readonly tenantId: string; readonly agentId: string },
): string => createDeviceToken(agentSealKey(services.keys, agent), agent.agentId, clock.now());
