import { silenceCreateSchema, silenceUpdateSchema } from '@cfs/contracts/silences';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { listRoute } from '../../../platform/odata/list-route.ts';
import type { Services } from '../../../platform/services.ts';
import { silenceEntity } from './silence-entity.ts';
import { createSilence, endSilence, updateSilence } from './write-silences.ts';

const params = z.object({ silenceId: z.guid().toLowerCase() });

/** Silences (docs/reference/rule-matches.md#silences). */
export const silencesRoutes = (app: App, services: Services): void => {
  listRoute(app, services, silenceEntity);

  app.put(
    '/v1/silences',
    {
      config: { permission: 'Rules:edit', summary: 'Silence a rule or an entity', answers: { 201: silenceEntity } },
      schema: { body: silenceCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createSilence(services, context, body)),
  );

  app.post(
    '/v1/silences/:silenceId',
    {
      config: { permission: 'Rules:edit', summary: 'Change a silence', answers: { 200: silenceEntity } },
      schema: { params, body: silenceUpdateSchema },
    },
    ({ context, params: { silenceId }, body }) => updateSilence(services, context, silenceId, body),
  );

  app.delete(
    '/v1/silences/:silenceId',
    {
      config: { permission: 'Rules:edit', summary: 'End a silence before its time' },
      schema: { params, response: { 204: z.null() } },
    },
    async ({ context, params: { silenceId } }, reply) => {
      await endSilence(services, context, silenceId);
      return reply.code(204).send(null);
    },
  );
};
