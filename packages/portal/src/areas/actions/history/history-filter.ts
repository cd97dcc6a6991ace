import { allOf, equals, type Filter } from '../../../lib/api/odata-filter.ts';

/** The subject of a history. If several fields are set, entries must match all of them. */
export interface HistoryOf {
  readonly actionDefinitionId?: string;
  /** The internal id of a work unit. */
  readonly correlationId?: string;
  /** A rule match. */
  readonly referenceId?: string;
  readonly protocolActionId?: string;
  /** One delivery. */
  readonly messageId?: string;
}

export const historyFilter = (of: HistoryOf): Filter =>
  allOf(
    equals('actionDefinitionId', of.actionDefinitionId),
    equals('correlationId', of.correlationId),
    equals('referenceId', of.referenceId),
    equals('protocolActionId', of.protocolActionId),
    equals('messageId', of.messageId),
  );
