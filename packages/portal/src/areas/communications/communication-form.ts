import { communicationUpdateSchema, rootCauseRequired, type CommunicationUpdate } from '@cfs/contracts/communications';

const lacksRootCause = ({ status, rootCause }: CommunicationUpdate): boolean => status === 'Resolved' && !rootCause;

/**
 * The form of an existing communication: the schema of the contract, and the rule for status and root cause together.
 */
export const communicationFormSchema = communicationUpdateSchema.refine((values) => !lacksRootCause(values), {
  path: ['rootCause'],
  message: rootCauseRequired,
});
