import {
  businessCalendarAnswer,
  businessCalendarCreateSchema,
  businessCalendarUpdateSchema,
  holidayFileSchema,
  readHolidaysAnswer,
} from '@cfs/contracts/service-levels';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { answerEntity } from '../../../platform/odata/entity-answer.ts';
import { listRoute } from '../../../platform/odata/list-route.ts';
import type { Services } from '../../../platform/services.ts';
import { businessCalendarEntity } from './calendar-entity.ts';
import { readHolidayFile } from './holidays/read-holiday-file.ts';
import { createCalendar, deleteCalendar, readCalendar, updateCalendar } from './write-calendars.ts';

const params = z.object({ businessCalendarId: z.guid('Must be the id of a calendar.').toLowerCase() });

/** Business calendars: list, read one with hours and holidays, create, change, delete; read a file of holidays. */
export const calendarRoutes = (app: App, services: Services): void => {
  listRoute(app, services, businessCalendarEntity);

  app.get(
    '/v1/businesscalendars/:businessCalendarId',
    {
      config: {
        permission: 'WorkUnits.ServiceLevels:view',
        summary: 'A business calendar with its hours and holidays',
        answers: { 200: businessCalendarAnswer.extend({ '@odata.context': z.url().optional() }) },
      },
      schema: { params },
    },
    async (request, reply) => {
      const calendar = await readCalendar(services, request.context, request.params.businessCalendarId);
      return answerEntity(request, reply, businessCalendarEntity, { text: JSON.stringify(calendar) });
    },
  );

  app.put(
    '/v1/businesscalendars',
    {
      config: { permission: 'WorkUnits.ServiceLevels:create', summary: 'Create a business calendar' },
      schema: { body: businessCalendarCreateSchema, response: { 201: businessCalendarAnswer } },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createCalendar(services, context, body)),
  );

  app.post(
    '/v1/businesscalendars/:businessCalendarId',
    {
      config: { permission: 'WorkUnits.ServiceLevels:edit', summary: 'Change a business calendar' },
      schema: { params, body: businessCalendarUpdateSchema, response: { 200: businessCalendarAnswer } },
    },
    ({ context, params: { businessCalendarId }, body }) => updateCalendar(services, context, businessCalendarId, body),
  );

  app.delete(
    '/v1/businesscalendars/:businessCalendarId',
    {
      config: { permission: 'WorkUnits.ServiceLevels:delete', summary: 'Delete a business calendar' },
      schema: { params },
    },
    async ({ context, params: { businessCalendarId } }, reply) => {
      await deleteCalendar(services, context, businessCalendarId);
      return reply.code(204).send();
    },
  );

  app.post(
    '/v1/businesscalendars/readholidays',
    {
      config: {
        permission: ['WorkUnits.ServiceLevels:create', 'WorkUnits.ServiceLevels:edit'],
        summary: 'Read the holidays of an iCalendar file',
        unaudited: 'nothing written',
      },
      schema: { body: holidayFileSchema, response: { 200: readHolidaysAnswer } },
    },
    ({ context, body }) => readHolidayFile(context, body.file),
  );
};
