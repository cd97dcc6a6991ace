import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { engineOf } from '../engine.ts';
import { correlateChanges } from './apply-and-correlate.ts';
import type { CorrelatedChange } from './correlate.ts';

/** Evaluates the Correlation rules that speak of the rule of a match that has ended, in the transaction that ends it. */
export const correlateEnd = async (
  services: Pick<Services, 'work' | 'gate' | 'clock' | 'log' | 'metrics'>,
  db: ScopedDatabase,
  context: Context,
  ended: CorrelatedChange,
): Promise<void> => {
  const rulesOf = await engineOf(services).compiled.of(db, [ended.tenantId]);
  await correlateChanges(services, db, context, rulesOf, [ended]);
};
