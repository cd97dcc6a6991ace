import { isSameMail } from '@cfs/contracts/is-same-mail';
import { splitQuote } from '@cfs/contracts/quoted-text';
import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import { actorName, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { holdsIn } from '../../access/people/find-people.ts';
import { addressesIn } from '../../actions/mails/compose-mail.ts';
import { findAssignee } from '../changes/find-assignee.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';
import { findMergeTarget } from '../merges/find-merged-units.ts';
import { recordUnitMails, type UnitMail } from '../mails/unit-mail.ts';

type Needs = Pick<Services, 'work'>;

type WatchedUnit = Pick<
  WorkUnitRow,
  'tenant_id' | 'work_unit_id' | 'public_work_unit_id' | 'title' | 'assigned_to' | 'stakeholder_mail'
>;

/** Finds the mail addresses of the watchers who may still see the unit. */
const findWatchers = async (db: ScopedDatabase, snapshot: AccessSnapshot, unit: WatchedUnit): Promise<string[]> => {
  const rows = await db
    .selectFrom('work_unit_watchers')
    .select('user_id')
    .where('tenant_id', '=', unit.tenant_id)
    .where('work_unit_id', '=', unit.work_unit_id)
    .execute();
  return rows.flatMap(({ user_id: userId }) => {
    const person = snapshot.people.get(userId);
    return person && holdsIn(snapshot, unit.tenant_id, 'WorkUnits:view', person) ? [person.mail] : [];
  });
};

/** Creates one mail for each distinct address, except the `known` ones: of the actor and of people mailed otherwise. */
const mailEach = (
  addresses: readonly string[],
  known: readonly (string | null)[],
  mail: Omit<UnitMail, 'to'>,
): readonly UnitMail[] => {
  const wanted = new Map(addresses.map((address) => [address.toLowerCase(), address]));
  return [...wanted.values()]
    .filter((address) => !known.some((each) => isSameMail(each, address)))
    .map((address) => ({ ...mail, to: { mail: address } }));
};

const named = (unit: WatchedUnit): string => `WU #${unit.public_work_unit_id}: ${unit.title}`;

interface NoteForStaff {
  readonly detail: string;
  readonly isExternalNote: boolean;
  /** Whether it came by mail or from the Resolution Center. */
  readonly isReply: boolean;
  /** Addresses that are mailed the note already. */
  readonly mentioned?: readonly string[];
}

/** The unit and, if it was merged, the last unit in its chain of merges. */
const withTarget = async (db: ScopedDatabase, unit: WatchedUnit): Promise<readonly WatchedUnit[]> => {
  const targetId = await findMergeTarget(db, { tenantId: unit.tenant_id, workUnitId: unit.work_unit_id });
  if (targetId === undefined) return [unit];
  const target = await db
    .selectFrom('work_units')
    .select(['tenant_id', 'work_unit_id', 'public_work_unit_id', 'title', 'assigned_to', 'stakeholder_mail'])
    .where('tenant_id', '=', unit.tenant_id)
    .where('work_unit_id', '=', targetId)
    .executeTakeFirstOrThrow();
  return [unit, target];
};

/**
 * Mails a note, without quoted text, to the watchers of the unit; a reply of an end user also to the assignee. For a
 * merged unit, also to those of the unit that it was merged into.
 */
export const mailNoteToStaff = async (
  services: Needs,
  db: ScopedDatabase,
  context: Context,
  snapshot: AccessSnapshot,
  unit: WatchedUnit,
  note: NoteForStaff,
): Promise<void> => {
  const author = actorName(context.actor);
  const isReply = note.isReply || (note.isExternalNote && isSameMail(unit.stakeholder_mail, author));
  const addresses: string[] = [];
  for (const each of await withTarget(db, unit)) {
    const assignee = isReply && each.assigned_to ? findAssignee(snapshot, each.tenant_id, each.assigned_to) : undefined;
    if (assignee !== undefined && addressesIn(assignee).length === 1) addresses.push(assignee);
    addresses.push(...(await findWatchers(db, snapshot, each)));
  }
  const known = [author, ...(note.mentioned ?? []), note.isExternalNote ? unit.stakeholder_mail : null];
  const title = `${isReply ? 'Reply' : 'Note'} on ${named(unit)}`;
  const body = `${author} wrote:\n\n${splitQuote(note.detail).text}`;
  const key = { tenantId: unit.tenant_id, workUnitId: unit.work_unit_id };
  await recordUnitMails(services, db, context, key, mailEach(addresses, known, { template: 'Simple', title, body }));
};

/** Mails a new state to the watchers of the unit. */
export const mailStateToWatchers = async (
  services: Needs,
  db: ScopedDatabase,
  context: Context,
  snapshot: AccessSnapshot,
  unit: WatchedUnit,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> => {
  const author = actorName(context.actor);
  const title = `${after}: ${named(unit)}`;
  const body = `${author} changed the state from ${before} to ${after}.`;
  const key = { tenantId: unit.tenant_id, workUnitId: unit.work_unit_id };
  const addresses = await findWatchers(db, snapshot, unit);
  await recordUnitMails(
    services,
    db,
    context,
    key,
    mailEach(addresses, [author], { template: 'Detailed', title, body }),
  );
};
