import { EvaluationPostponed, type AddedPacket, type EvaluationBudget } from '../../packets/ingest/added-packet.ts';

/**
 * The cost of evaluating rules for each tenant in one transaction, in units of about 10 µs. One unit is a history
 * packet that is read, a KiB of one, 20 packets that are counted, a fifth of a hit, or 10 µs of processor time.
 */
export interface EvaluationCosts {
  add(tenantId: string, units: number): void;
  /** @throws EvaluationPostponed for the packets of all tenants beyond the budget, if the tenant is one of them. */
  requireBudget(tenantId: string): void;
  /** Reports to the budget which tenants exceed it. */
  finish(): void;
}

/** The units of reading packets with these sizes in bytes. */
export const readUnits = (bytes: readonly number[]): number =>
  bytes.length + bytes.reduce((sum, each) => sum + each, 0) / 1024;

/** Creates the costs of a transaction that added the packets. Without a budget everything is allowed. */
export const createEvaluationCosts = (
  added: readonly AddedPacket[],
  budget: EvaluationBudget | undefined,
): EvaluationCosts => {
  const costs = new Map<string, number>();
  const exceeds = (tenantId: string): boolean => budget !== undefined && (costs.get(tenantId) ?? 0) > budget.max;
  const finish = (): void => {
    const exceeding = [...costs.keys()].filter(exceeds);
    if (exceeding.length > 0) budget?.onExceeded(exceeding);
  };
  return {
    add(tenantId, units) {
      costs.set(tenantId, (costs.get(tenantId) ?? 0) + units);
    },
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
