import { EvaluationPostponed, type AddedPacket, type LookBackBudget } from '../../packets/added-packet.ts';
import type { EntityHistory } from '../evaluation/entity-history.ts';

/**
 * Counts what rules look at in the history during one transaction, in units of about 10 µs: a packet that is read, a KiB
 * of one, 20 packets that are counted, 200 samples that are looked at.
 */
export interface LookBack {
  spend(tenantId: string, units: number): void;
  /** The history, each look at which is counted. */
  counted(tenantId: string, history: EntityHistory): EntityHistory;
  /** @throws EvaluationPostponed for the packets of all tenants beyond the budget, if the tenant is one of them. */
  requireBudget(tenantId: string): void;
  /** Tells the budget which tenants are beyond it. */
  finish(): void;
}

const samplesPerUnit = 200;

/** The units of packets that were read, by the bytes of each. */
export const readUnits = (bytes: readonly number[]): number =>
  bytes.length + bytes.reduce((sum, each) => sum + each, 0) / 1024;

/** `added` are the packets of the transaction; without a budget everything is allowed. */
export const createLookBack = (added: readonly AddedPacket[], budget: LookBackBudget | undefined): LookBack => {
  const spent = new Map<string, number>();
  const exceeds = (tenantId: string): boolean => budget !== undefined && (spent.get(tenantId) ?? 0) > budget.most;
  const spend = (tenantId: string, units: number): void => {
    spent.set(tenantId, (spent.get(tenantId) ?? 0) + units);
  };
  const finish = (): void => {
    const exceeding = [...spent.keys()].filter(exceeds);
    if (exceeding.length > 0) budget?.onExceeded(exceeding);
  };
  return {
    spend,
    counted: (tenantId, history) => ({
      samples(field, from, to) {
        const samples = history.samples(field, from, to);
        spend(tenantId, samples.length / samplesPerUnit);
        return samples;
      },
    }),
    requireBudget(tenantId) {
      if (!exceeds(tenantId)) return;
      finish();
      throw new EvaluationPostponed(
        added.filter((packet) => exceeds(packet.tenantId)),
        async () => undefined,
      );
    },
    finish,
  };
};
