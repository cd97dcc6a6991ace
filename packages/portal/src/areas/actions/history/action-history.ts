import type { ActionHistory } from '@cfs/contracts/action-histories';
import { resultStatuses } from '@cfs/contracts/action-enumerations';

export const actionHistorySet = '/v1/actionHistories';

/** An entry as lists load it, without its request and input parameters. */
export type ActionHistoryRow = Omit<ActionHistory, 'request' | 'inputParameters'> & {
  readonly actionDefinition?: { readonly name: string } | null;
};

/** An entry with its request and input parameters. */
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

/** The display name of an attempt: its number, or `Queued` for 0. */
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
