import { agentConfiguration, agentLogs, challenge, signedIn, signIn } from '@cfs/contracts/agents';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { sendProblem } from '../../platform/http/problem-documents.ts';
import { tooManyRequests, unauthorized } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { reportLogs, reportRestart, type FindOwnOperations } from './agent-reports.ts';
import { createConfigurationWatch } from './configuration-watch.ts';
import type { DeviceChanges } from './device-changes.ts';
import { deviceOf } from './device-of.ts';
import type { AgentCredentialFinder } from './find-agent-credential.ts';
import { readAgentConfiguration, type ReadAgentWork } from './read-agent-configuration.ts';
import { challengeAgent, signInAgent } from './sign-in-agent.ts';
import { createNonceSpender, type RecordPing } from './spend-nonces.ts';

const agentOnly = { permission: { machine: 'agent' } } as const;
const signInRoute = { permission: 'anonymous', signsAgentIn: true, unaudited: 'sign-in' } as const;
const params = z.object({ agentId: z.guid().toLowerCase() });

/** `Retry-After` in seconds for a device with too many waits. By then one of the waits has timed out, or nearly so. */
const retrySeconds = 30;

const etagOf = (version: number): string => `"${version}"`;

/** The version in an etag of this server; `undefined` for any other value, for which the call does not wait. */
const versionOf = (etag: string | undefined): number | undefined => {
  const [, digits] = /^(?:W\/)?"(\d{1,15})"$/.exec(etag ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/** Functions of other areas, and of the credentials of agents, that these routes need. */
export interface AgentNeeds {
  readonly recordPing: RecordPing;
  readonly readWork: ReadAgentWork;
  readonly findOwnOperations: FindOwnOperations;
  readonly findCredential: AgentCredentialFinder;
  readonly changes: DeviceChanges;
}

/** Routes for enrolled agents: sign-in, configuration, clearing the restart flag, logs. */
export const agentRoutes = (
  app: App,
  services: Services,
  { recordPing, readWork, findOwnOperations, findCredential, changes }: AgentNeeds,
): void => {
  const watch = createConfigurationWatch(changes, services.metrics.agentsWaiting);
  const spendNonce = createNonceSpender(services, recordPing);
  app.addHook('preClose', async () => watch.close());

  app.post(
    '/v1/agents/:agentId/challenge',
    {
      config: { ...signInRoute, summary: 'A nonce for an agent to sign' },
      schema: { params, response: { 200: challenge } },
    },
    async ({ params: { agentId } }) => challengeAgent(services, findCredential, agentId),
  );

  app.post(
    '/v1/agents/:agentId/sign-in',
    {
      config: { ...signInRoute, summary: 'Sign an agent in by its signed nonce' },
      schema: { params, body: signIn, response: { 200: signedIn, 202: signedIn } },
    },
    async ({ params: { agentId }, body }, reply) => {
      const answer = await signInAgent(services, { spendNonce, findCredential }, agentId, body);
      return reply.code(answer.status === 'pending' ? 202 : 200).send(answer);
    },
  );

  app.get(
    '/v1/agents/configuration',
    {
      config: { ...agentOnly, summary: 'The configuration of an agent; waits for a change if the etag is current' },
      schema: { response: { 200: agentConfiguration, 304: z.undefined() } },
    },
    (request, reply) => {
      const device = deviceOf(request.context);
      const known = versionOf(request.headers['if-none-match']);
      const respond = async (): Promise<void> => {
        const found = await readAgentConfiguration(services, readWork, request.context, device);
        if (!found) throw unauthorized('The device was deleted.');
        void reply.header('etag', etagOf(found.version)).send(found.configuration);
      };
      const respondChanged = (): void => void respond().catch((error: unknown) => sendProblem(error, request, reply));
      void reply.header('cache-control', 'no-store');
      if (known === undefined) return respondChanged();
      if (watch.isFull(device.deviceId))
        throw tooManyRequests('Too many calls of this device are waiting for its configuration.', retrySeconds);
      const endWait = watch.wait(device, known, (isChanged) => {
        if (isChanged) respondChanged();
        else void reply.header('etag', etagOf(known)).code(304).send();
      });
      reply.raw.once('close', endWait);
    },
  );

  app.post(
    '/v1/agents/restarted',
    {
      config: { ...agentOnly, summary: 'Report that the agent has restarted' },
      schema: { response: { 204: z.null() } },
    },
    async (request, reply) => {
      await reportRestart(services, request.context, deviceOf(request.context).deviceId);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/v1/agents/logs',
    {
      config: { ...agentOnly, summary: 'Send the logs of an agent', unaudited: 'telemetry' },
      schema: { body: agentLogs, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await reportLogs(services, findOwnOperations, deviceOf(request.context), request.body);
      return reply.code(204).send(null);
    },
  );
};
