import type { RecordedRequest } from '@cfs/contracts/action-histories';
import type { MailFact, MailLink } from './mail-templates/mail-content.ts';
import type { RefusedAddress } from './mailer.ts';
import type { QueuedAction } from './queue-actions.ts';
import type { Redact } from './redact-secrets.ts';

/** The rule match that asks for an action. */
export interface MatchSubject {
  readonly ruleId: string;
  readonly ruleMatchId: string;
  /** The entity that the match is about. */
  readonly subjectId: string;
  /** When it began or ended by the time of its packets, ISO 8601. */
  readonly moment: string;
  /** How many matches led to it. */
  readonly depth: number;
  /** What the match is about that began the group of this one: they share its work unit. */
  readonly groupSubjectId?: string | undefined;
}

/** A queued action with what its occasion knows. */
export interface ActionOrder extends QueuedAction {
  readonly tenantId: string;
  /** The work unit's internal id, when the action is about one. */
  readonly correlationId: string | null;
  /** `undefined` when no rule match is the occasion. */
  readonly match: MatchSubject | undefined;
  /** What the occasion is called, in one line and in several. */
  readonly title: string;
  readonly description: string;
  /** What mails list of it, and where they lead. */
  readonly facts?: readonly MailFact[];
  readonly link?: MailLink;
  /** What a placeholder stands for; `undefined` when the occasion does not know it. */
  readonly valueOf: (name: string) => string | undefined;
  /** Removes the values of the secrets that placeholders refer to; absent without such placeholders. */
  readonly redact?: Redact;
}

/** What the history records of a queued action. */
export type HistoryOrder = QueuedAction & Pick<ActionOrder, 'tenantId' | 'correlationId'>;

/** What came of one attempt. `again` asks for another one after a pause. */
export interface ActionResult {
  readonly kind: 'done' | 'failed' | 'again';
  /** For people, without secrets. */
  readonly detail: string;
  /** What was sent, without secrets; `undefined` when nothing could be. */
  readonly request?: RecordedRequest | undefined;
  /** Status of HTTP or code of SMTP; `undefined` without an answer. */
  readonly responseStatus?: number | undefined;
  /** The addresses that the mail server refused, though it may have taken the mail for others. */
  readonly refused?: readonly RefusedAddress[] | undefined;
}
