import { systemTenantId } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { PatternAnswers } from './pattern-answers.ts';
import type { PatternThread } from './pattern-thread.ts';
import type { PostponedRule } from './pattern-turn.ts';
import { withdrawRule } from '../changes/withdraw-rule.ts';

/** Processor time that the patterns of one rule may take on one packet. */
const ruleMilliseconds = 250;
/**
 * Processor time that the patterns of one tenant's rules may take on the packets of one commit: a base, and more for
 * each packet.
 */
const tenantMilliseconds = 2_000;
const packetMilliseconds = 5;

const reasons = {
  exceeded: `Its regular expressions took more than ${ruleMilliseconds} ms on one packet.`,
  total: `The regular expressions of the tenant's rules took more than ${tenantMilliseconds / 1_000} s in total; this rule was among the slowest.`,
  invalid: 'It contains a regular expression that is not valid.',
};

type Needs = Pick<Services, 'gate' | 'clock' | 'log' | 'metrics'>;

/** The rules that took at least the average time. */
const costliest = (used: ReadonlyMap<CompiledRule, number>): CompiledRule[] => {
  const share = [...used.values()].reduce((sum, each) => sum + each, 0) / used.size;
  return [...used].filter(([, milliseconds]) => milliseconds >= share).map(([rule]) => rule);
};

/**
 * Matches the patterns of rules on packets of one tenant on another thread, and stores the results. A rule that takes
 * too long is taken out of service. A rule of all tenants stays in service, so that one tenant cannot switch it off for
 * the others; it skips these packets instead.
 */
const settleTenant = async (
  services: Needs,
  thread: PatternThread,
  answers: PatternAnswers,
  tenantId: string,
  postponed: readonly PostponedRule[],
): Promise<void> => {
  const packets = new Set(postponed.map(({ subject }) => subject.message)).size;
  const allowed = tenantMilliseconds + packets * packetMilliseconds;
  const refused = new Map<CompiledRule, string>();
  const used = new Map<CompiledRule, number>();
  let total = 0;
  for (const { compiled, subject } of postponed) {
    if (refused.has(compiled)) continue;
    const tests = compiled.patternTests(subject);
    const verdict = await thread.run(tenantId, { tests, deadlineMilliseconds: ruleMilliseconds });
    if (verdict.kind === 'answered') {
      for (const [index, test] of tests.entries()) {
        answers.keep(subject.message, test, verdict.holds[index] === true);
      }
    } else refused.set(compiled, reasons[verdict.kind]);
    used.set(compiled, (used.get(compiled) ?? 0) + verdict.milliseconds);
    total += verdict.milliseconds;
    if (total <= allowed) continue;
    for (const rule of costliest(used)) refused.set(rule, refused.get(rule) ?? reasons.total);
    used.clear();
    total = 0;
  }
  for (const [{ rule }, reason] of refused) {
    if (rule.tenantId !== systemTenantId) await withdrawRule(services, rule, reason);
    else services.log.warn({ ruleId: rule.ruleId, tenantId, reason }, 'a rule of all tenants skipped packets');
  }
  for (const { compiled, subject } of postponed) {
    if (refused.has(compiled)) answers.skip(subject.message, compiled.rule.ruleId);
  }
};

/** Settles the postponed rules of one commit, separately for each tenant. */
export const settlePostponed = async (
  services: Needs,
  thread: PatternThread,
  answers: PatternAnswers,
  postponed: readonly PostponedRule[],
): Promise<void> => {
  const byTenant = Map.groupBy(postponed, ({ subject }) => subject.tenantId);
  await Promise.all(
    [...byTenant].map(([tenantId, ofTenant]) => settleTenant(services, thread, answers, tenantId, ofTenant)),
  );
};
