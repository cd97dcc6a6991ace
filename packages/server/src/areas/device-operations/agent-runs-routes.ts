import { runClaim, runClaimed, runReport } from '@cfs/contracts/agent-operations';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import type { Services } from '../../platform/services.ts';
import { deviceOf } from '../devices/device-of.ts';
import { claimRun, completeRun } from './agent-runs.ts';
import type { PackageProgramsReader } from './package-programs.ts';

const params = z.object({ deviceOperationId: z.guid().toLowerCase() });
const agentOnly = { permission: { machine: 'agent' }, unaudited: 'telemetry' } as const;

/** Routes by which an agent claims a run on demand before it starts it, and reports its outcome. */
export const agentRunsRoutes = (app: App, services: Services, readPrograms: PackageProgramsReader): void => {
  app.post(
    '/v1/agents/operations/:deviceOperationId/claim',
    {
      config: { ...agentOnly, summary: 'Claim a queued run' },
      schema: { params, body: runClaim, response: { 200: runClaimed } },
    },
    ({ context, params: { deviceOperationId }, body }) =>
      claimRun(services, readPrograms, deviceOf(context), deviceOperationId, body),
  );

  app.post(
    '/v1/agents/operations/:deviceOperationId/complete',
    {
      config: { ...agentOnly, summary: 'Report the result of a run on demand' },
      schema: { params, body: runReport, response: { 204: z.null() } },
    },
    async ({ context, params: { deviceOperationId }, body }, reply) => {
      await completeRun(services, deviceOf(context), deviceOperationId, body);
      return reply.code(204).send(null);
    },
  );
};
