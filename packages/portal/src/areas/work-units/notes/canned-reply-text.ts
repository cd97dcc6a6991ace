import { fillPlaceholders } from '@cfs/contracts/action-placeholders';
import type { CannedReplyPlaceholder } from '@cfs/contracts/canned-reply-texts';
import { longTextLimit } from '@cfs/contracts/sizes';
import type { WorkUnitRow } from '../work-unit-row.ts';

/** The fields of a unit that the placeholders of canned replies use. */
export type ReplyUnit = Pick<
  WorkUnitRow,
  | 'workUnitId'
  | 'publicWorkUnitId'
  | 'tenantId'
  | 'tenant'
  | 'title'
  | 'stateId'
  | 'severityId'
  | 'assignedTo'
  | 'stakeHolderFullName'
>;

/** The name of a canned reply that is being typed: the position of its slash, and the text after it up to the caret. */
interface OpenReply {
  readonly start: number;
  readonly term: string;
}

const open = /(?:^|\n)\/(?<term>[^\n/]{0,50})$/u;

/**
 * Returns the reply that is being typed at the caret, which begins with a slash at the start of a line; `undefined` if
 * there is none.
 */
export const openReply = (text: string, caret: number): OpenReply | undefined => {
  const term = open.exec(text.slice(0, caret))?.groups?.['term'];
  return term === undefined ? undefined : { start: caret - term.length - 1, term };
};

/** Returns the text of a canned reply for a unit. Values that the unit lacks are omitted. */
export const fillReply = (body: string, unit: ReplyUnit, myName: string | undefined): string => {
  const values: Readonly<Record<CannedReplyPlaceholder, string | null | undefined>> = {
    StakeholderName: unit.stakeHolderFullName,
    WorkUnitNumber: String(unit.publicWorkUnitId),
    Title: unit.title,
    State: unit.stateId,
    Severity: unit.severityId,
    TenantName: unit.tenant?.name,
    AssignedTo: unit.assignedTo,
    MyName: myName,
  };
  const known: Readonly<Record<string, string | null | undefined>> = values;
  return fillPlaceholders(body, (name) => known[name] ?? '').slice(0, longTextLimit);
};
