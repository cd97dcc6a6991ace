import { agentConfiguration, agentLogs, challenge, signedIn, signIn } from '@cfs/contracts/agents';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { App } from '../../platform/http/app-instance.ts';
import { forbidden, unauthorized } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { readAgentConfiguration, type VersionedConfiguration } from './read-agent-configuration.ts';
import { reportLogs, reportRestart } from './agent-reports.ts';
import { createConfigurationWatch } from './configuration-watch.ts';
import { challengeAgent, signInAgent, type RecordPing } from './sign-in-agent.ts';

const longestWait = 25_000;
const agentOnly = { permission: { machine: 'agent' } } as const;
const params = z.object({ agentId: z.guid().toLowerCase() });

const deviceOf = (context: Context): { readonly tenantId: string; readonly deviceId: string } => {
  if (context.actor.kind !== 'device') throw forbidden();
  return { tenantId: context.tenantId, deviceId: context.actor.deviceId };
};

const etagOf = (version: number): string => `"${version}"`;

/** Aborted when the caller has gone or has waited long enough. */
const timeoutOf = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, AbortSignal.timeout(longestWait)]);
};

/** What an agent asks once it has enrolled: sign-in, its configuration, taking back the restart flag, its logs. */
export const agentRoutes = (app: App, services: Services, recordPing: RecordPing): void => {
  const watch = createConfigurationWatch(services);
  app.addHook('preClose', async () => watch.close());

  app.post(
    '/v1/agents/:agentId/challenge',
    {
      config: { permission: 'anonymous', summary: 'A nonce for an agent to sign', unaudited: 'sign-in' },
      schema: { params, response: { 200: challenge } },
    },
    async ({ params: { agentId } }) => challengeAgent(services, agentId),
  );

  app.post(
    '/v1/agents/:agentId/sign-in',
    {
      config: { permission: 'anonymous', summary: 'Sign an agent in by its signed nonce', unaudited: 'sign-in' },
      schema: { params, body: signIn, response: { 200: signedIn, 202: signedIn } },
    },
    async ({ params: { agentId }, body }, reply) => {
      const answer = await signInAgent(services, recordPing, agentId, body);
      return reply.code(answer.status === 'pending' ? 202 : 200).send(answer);
    },
  );

  const answerConfiguration = (
    reply: FastifyReply,
    { version, configuration }: VersionedConfiguration,
    known: string | undefined,
  ) => {
    void reply.header('etag', etagOf(version)).header('cache-control', 'no-store');
    return etagOf(version) === known ? reply.code(304).send() : reply.send(configuration);
  };

  app.get(
    '/v1/agents/configuration',
    {
      config: { ...agentOnly, summary: 'What the agent is to do; waits for a change when the etag is known' },
      schema: { response: { 200: agentConfiguration, 304: z.undefined() } },
    },
    async (request, reply) => {
      const device = deviceOf(request.context);
      const known = request.headers['if-none-match'];
      const read = async (): Promise<VersionedConfiguration> => {
        const found = await readAgentConfiguration(services, device);
        if (!found) throw unauthorized('The device was deleted.');
        return found;
      };
      const first = await read();
      if (etagOf(first.version) !== known) return answerConfiguration(reply, first, known);
      await watch.changeOf(device.deviceId, first.version, timeoutOf(reply));
      return answerConfiguration(reply, await read(), known);
    },
  );

  app.post(
    '/v1/agents/restarted',
    { config: { ...agentOnly, summary: 'Tell that the agent has restarted' }, schema: { response: { 204: z.null() } } },
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
      await reportLogs(services, request.context, deviceOf(request.context).deviceId, request.body);
      return reply.code(204).send(null);
    },
  );
};
