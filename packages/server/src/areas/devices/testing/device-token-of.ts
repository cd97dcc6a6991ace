import type { TestServer } from '../../../testing/test-server.ts';
import { agentSealKey, createDeviceToken } from '../agent-seal.ts';

/** A token of an agent, as the server makes it when the agent signs in. */
export const deviceTokenOf = (
  { services, clock }: TestServer,
  agent: { readonly tenantId: string; readonly agentId: string },
): string => createDeviceToken(agentSealKey(services.keys, agent), agent.agentId, clock.now());
