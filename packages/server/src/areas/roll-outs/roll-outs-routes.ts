import { rollOut, rollOutCreate, rollOutSummary } from '@cfs/contracts/roll-outs';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { commandRollOut, rollOutCommands } from './command-roll-out.ts';
import { createRollOut } from './create-roll-out.ts';
import { readRollOut } from './read-roll-out.ts';
import { rollOutDeviceEntity } from './roll-out-device-entity.ts';
import { rollOutEntity } from './roll-out-entity.ts';

const params = z.object({ rollOutId: z.guid().toLowerCase() });
const edit = { permission: 'Devices:edit' } as const;

const summaries = {
  pause: 'Pause a roll-out',
  resume: 'Resume a paused roll-out',
  abort: 'End a roll-out and take the version back where it is not installed',
} as const;

/** Routes for staged roll-outs (docs/reference/roll-outs.md). */
export const rollOutsRoutes = (app: App, services: Services): void => {
  listRoute(app, services, rollOutEntity);
  listRoute(app, services, rollOutDeviceEntity);

  app.get(
    '/v1/rollOuts/:rollOutId',
    {
      config: { permission: 'Devices:view', summary: 'A roll-out with its stages' },
      schema: { params, response: { 200: rollOutSummary } },
    },
    ({ context, params: { rollOutId } }) => readRollOut(services, context, rollOutId),
  );

  app.put(
    '/v1/rollOuts',
    { config: { ...edit, summary: 'Begin a roll-out' }, schema: { body: rollOutCreate, response: { 201: rollOut } } },
    async ({ context, body }, reply) => reply.code(201).send(await createRollOut(services, context, body)),
  );

  for (const command of rollOutCommands) {
    app.post(
      `/v1/rollOuts/:rollOutId/${command}`,
      { config: { ...edit, summary: summaries[command] }, schema: { params, response: { 200: rollOut } } },
      ({ context, params: { rollOutId } }) => commandRollOut(services, context, rollOutId, command),
    );
  }
};
