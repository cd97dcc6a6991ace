import { isSameMail } from '@cfs/contracts/is-same-mail';
import { splitQuote } from '@cfs/contracts/quoted-text';
import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import { actorName, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { holdsIn } from '../../access/people/find-people.ts';
import { addressesIn } from '../../actions/compose-mail.ts';
import { findAssignee } from '../changes/find-assignee.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';
import { findMergeTarget } from '../merges/find-merged-units.ts';
import { recordUnitMails, type UnitMail } from '../mails/unit-mail.ts';

type Needs = Pick<Services, 'work'>;

type WatchedUnit = Pick<
  WorkUnitRow,
  'tenant_id' | 'work_unit_id' | 'public_work_unit_id' | 'title' | 'assigned_to' | 'stakeholder_mail'
>;

/** The mails of those who watch the unit and may still see it. */
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

/** To each address once, but not to those who know already: who acts, and the given ones. */
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
  /** It came by mail or from the Resolution Center. */
  readonly isReply: boolean;
  /** Who is mailed it already. */
  readonly mentioned?: readonly string[];
}

/** The unit and, where it was merged, the one that holds it. */
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
 * Mails a note, without what it quotes, to those who watch the unit; a reply of an end user to the assignee besides. The
 * same for the unit that a merged one is held by.
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

/** Mails a new state to those who watch the unit. */
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
