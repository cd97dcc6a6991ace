import type { AccessTables } from '../../../platform/access/access-tables.ts';
import { systemContext, systemTenantId } from '../../../platform/context.ts';
import { toPerson } from '../access-wire.ts';

export const tieSubject: AccessTables['tieSubject'] = ({ gate, clock }, { userId }, { subject, picture }) =>
  gate.write(systemContext({ name: 'sign-in', clock, tenantId: 'all' }), 'Settings:edit', async (db, change) => {
    const before = await db
      .selectFrom('people')
      .selectAll()
      .where('user_id', '=', userId)
      .where('subject', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return false;
    const after = await db
      .updateTable('people')
      .set({
        subject,
        first_sign_in: clock.now(),
        invited_in: null,
        picture_address: before.picture_address ?? picture,
      })
      .where('user_id', '=', userId)
      .where((person) =>
        person.not(
          person.exists(
            person
              .selectFrom('people as other')
              .select('other.user_id')
              .where('other.provider', '=', before.provider)
              .where((other) =>
                other.or([
                  other('other.subject', '=', subject),
                  other.and([
                    other.lit(before.invited_in !== null),
                    other('other.invited_in', 'is', null),
                    other(other.fn('lower', ['other.mail']), '=', before.mail.toLowerCase()),
                  ]),
                ]),
              ),
          ),
        ),
      )
      .returningAll()
      .executeTakeFirst();
    if (!after) return false;
    await change.record({
      entity: 'Person',
      id: userId,
      tenantId: before.invited_in ?? systemTenantId,
      before: toPerson(before),
      after: toPerson(after),
    });
    return true;
  });
