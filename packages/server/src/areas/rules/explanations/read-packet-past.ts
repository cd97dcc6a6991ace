import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { readPastPackets } from '../../packets/history/read-past-packets.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import { createEntityHistory, type EntityHistory } from '../evaluation/entity-history.ts';

/** The stored packets of an entity that the windows of a rule read; `undefined` for a rule without windows. */
export const readPacketPast = async (
  db: ScopedDatabase,
  { windowMilliseconds, needsValueAlone }: CompiledRule,
  entity: { readonly tenantId: string; readonly entityId: string },
  from: Date,
  to: Date,
): Promise<EntityHistory | undefined> => {
  if (windowMilliseconds === 0) return undefined;
  const [packets = []] = await readPastPackets(db, [
    { ...entity, from: from.getTime() - windowMilliseconds, to: to.getTime(), needsValueAlone },
  ]);
  return createEntityHistory(packets);
};
