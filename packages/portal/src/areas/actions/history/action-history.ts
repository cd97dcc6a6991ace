import type { ActionHistory } from '@cfs/contracts/action-histories';
import { resultStatuses } from '@cfs/contracts/actions';

export const actionHistorySet = '/v1/actionHistories';

/** An entry as lists load it: without what was sent. */
export type ActionHistoryRow = Omit<ActionHistory, 'request' | 'inputParameters'> & {
  readonly actionDefinition?: { readonly name: string } | null;
};

/** An entry with what was sent and what the action was given. */
export type ActionHistoryEntry = ActionHistory & Pick<ActionHistoryRow, 'actionDefinition'>;

/** The fields of {@link ActionHistoryRow}. */
export const listedFields = [
  'actionHistoryId',
  'actionDefinitionId',
  'actionProcessed',
  'resultStatusId',
  'resultDetail',
  'correlationId',
  'referenceId',
  'messageId',
  'protocolActionId',
  'attempt',
  'responseStatus',
  'durationMilliseconds',
  'nextAttempt',
].join(',');

/** The number of an attempt, or that the delivery was queued. */
export const attemptName = (attempt: number): string => (attempt === 0 ? 'Queued' : String(attempt));

type Outcome = Pick<ActionHistory, 'attempt' | 'resultStatusId' | 'nextAttempt'>;

const finalStatuses: ReadonlySet<number> = new Set([
  resultStatuses.Success,
  resultStatuses.EnqueueFailure,
  resultStatuses.Suppressed,
]);

/** Whether an entry of a delivery is its last one. */
const isFinal = ({ resultStatusId, nextAttempt }: Outcome): boolean =>
  finalStatuses.has(resultStatusId) || (resultStatusId === resultStatuses.Failure && nextAttempt === null);

/** Whether the entries of one delivery include its final result. */
export const isSettled = (entries: readonly Outcome[]): boolean => entries.some(isFinal);
