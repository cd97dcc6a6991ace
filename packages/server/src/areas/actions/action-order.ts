import type { RecordedRequest } from '@cfs/contracts/action-histories';
import type { MailFact, MailLink } from './mails/templates/mail-content.ts';
import type { RefusedAddress } from './mails/mailer.ts';
import type { QueuedAction } from './queue-actions.ts';
import type { Redact } from './secrets/redact-secrets.ts';

/** The rule match that triggers an action. */
export interface MatchSubject {
  readonly ruleId: string;
  readonly ruleMatchId: string;
  /** The entity that the match is about. */
  readonly subjectId: string;
  /** When it began or ended, by the timestamps of its packets, in ISO 8601. */
  readonly moment: string;
  /** How many matches led to it. */
  readonly depth: number;
  /** The subject of the match that began the group of this one: they share its work unit. */
  readonly groupSubjectId?: string | undefined;
}

/** A queued action with the data of its occasion. */
export interface ActionOrder extends QueuedAction {
  readonly tenantId: string;
  /** The internal id of the work unit that the action is about; `null` if there is none. */
  readonly correlationId: string | null;
  /** `undefined` unless the occasion is a rule match. */
  readonly match: MatchSubject | undefined;
  /** The title of the occasion in one line; its description may have several. */
  readonly title: string;
  readonly description: string;
  /** The facts that mails list about the occasion, and their link. */
  readonly facts?: readonly MailFact[];
  readonly link?: MailLink;
  /** Returns the value of a placeholder; `undefined` if the occasion does not know it. */
  readonly valueOf: (name: string) => string | undefined;
  /** Removes the values of the secrets that placeholders refer to; absent without such placeholders. */
  readonly redact?: Redact;
}

/** The part of an order that its history records. */
export type HistoryOrder = QueuedAction & Pick<ActionOrder, 'tenantId' | 'correlationId'>;

/** The result of one attempt. `again` requests another attempt after a backoff. */
export interface ActionResult {
  readonly kind: 'done' | 'failed' | 'again';
  /** A readable description without secrets. */
  readonly detail: string;
  /** What was sent, without secrets; `undefined` if nothing could be sent. */
  readonly request?: RecordedRequest | undefined;
  /** The HTTP status or SMTP reply code; `undefined` without a response. */
  readonly responseStatus?: number | undefined;
  /** The addresses that the mail server refused, although it may have accepted the mail for others. */
  readonly refused?: readonly RefusedAddress[] | undefined;
}
