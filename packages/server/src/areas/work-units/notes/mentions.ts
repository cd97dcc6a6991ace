import type { PersonLookup } from '@cfs/contracts/access';
import { actorName, type Context } from '../../../platform/context.ts';
import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { invalid } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { holdsIn } from '../../access/people/find-people.ts';
import { recordUnitMails } from '../mails/unit-mail.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';

/** Finds the people with the mails, each once; throws 400 if one of them may not view the tenant's units. */
export const findMentioned = (
  snapshot: AccessSnapshot,
  tenantId: string,
  mails: readonly string[],
): readonly PersonLookup[] => {
  const wanted = new Set(mails.map((mail) => mail.toLowerCase()));
  const found = [...snapshot.people.values()].filter(
    (person) => wanted.has(person.mail.toLowerCase()) && holdsIn(snapshot, tenantId, 'WorkUnits:view', person),
  );
  const known = new Map(found.map((person) => [person.mail.toLowerCase(), person]));
  const stranger = [...wanted].find((mail) => !known.has(mail));
  if (stranger !== undefined) throw invalid({ Mentions: [`${stranger} may not see the work units of this tenant.`] });
  return [...known.values()].map(({ name, mail }) => ({ displayName: name, mail }));
};

/** Stores the mentions of a note and mails it to the mentioned people. */
export const addMentions = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  note: WorkUnitKey & { readonly noteId: number; readonly publicWorkUnitId: number; readonly detail: string },
  people: readonly PersonLookup[],
): Promise<void> => {
  await db
    .insertInto('work_unit_mentions')
    .values(
      people.map(({ mail, displayName }) => ({
        tenant_id: note.tenantId,
        work_unit_history_id: note.noteId,
        work_unit_id: note.workUnitId,
        mail,
        display_name: displayName,
      })),
    )
    .execute();
  const title = `${actorName(context.actor)} mentioned you in work unit #${note.publicWorkUnitId}`;
  await recordUnitMails(
    services,
    db,
    context,
    note,
    people.map(({ mail }) => ({ template: 'Simple', to: { mail }, title, body: note.detail })),
  );
};
