import { communicationUpdateSchema, rootCauseRequired, type CommunicationUpdate } from '@cfs/contracts/communications';

const lacksRootCause = ({ status, rootCause }: CommunicationUpdate): boolean => status === 'Resolved' && !rootCause;

/** The form of a communication that exists: the contract, and the rule that spans two of its fields. */
export const communicationFormSchema = communicationUpdateSchema.refine((values) => !lacksRootCause(values), {
  path: ['rootCause'],
  message: rootCauseRequired,
});
