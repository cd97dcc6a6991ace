import { z } from 'zod';

/** The communication that an address names: `/v1/workunitcommunications/{workUnitCommunicationId}`. */
export const communicationPathSchema = z.object({
  workUnitCommunicationId: z.guid('Must be the id of a communication.').toLowerCase(),
});
