import { z } from 'zod';

/** The path parameter of `/v1/workunitcommunications/{workUnitCommunicationId}`. */
export const communicationPathSchema = z.object({
  workUnitCommunicationId: z.guid('Must be the id of a communication.').toLowerCase(),
});
