import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { rulesNamingProtocol } from '../rules/changes/rules-naming-protocol.ts';

const scope = { permission: 'WorkUnits.Protocols:delete', shared: true } as const;
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** By what a protocol is used, in words; `undefined` when by nothing. */
export const describeProtocolUse = async (
  db: ScopedDatabase,
  context: Context,
  protocolId: string,
): Promise<string | undefined> => {
  const { units } = await db
    .selectFrom('work_units')
    .select((row) => row.fn.countAll<number>().as('units'))
    .where('protocol_id', '=', protocolId)
    .where(inScope(context, scope, 'work_units.tenant_id'))
    .executeTakeFirstOrThrow();
  const rules = await rulesNamingProtocol(db, context, scope, protocolId);
  const uses = [
    ...(Number(units) > 0 ? [counted(Number(units), 'work unit')] : []),
    ...(rules.length > 0 ? [`${counted(rules.length, 'rule')} (${rules.map(({ name }) => name).join(', ')})`] : []),
  ];
  return uses.length === 0 ? undefined : uses.join(' and ');
};
