import type { Gate } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { withdrawRule } from './changes/withdraw-rule.ts';
import { createCompiledRules, type CompiledRules } from './conditions/compiled-rules.ts';
import { createPatternAnswers, type PatternAnswers } from './patterns/pattern-answers.ts';
import { createPatternThread, type PatternThread } from './patterns/pattern-thread.ts';

/** The state that a node keeps to evaluate rules. */
export interface RuleEngine {
  readonly compiled: CompiledRules;
  readonly answers: PatternAnswers;
  readonly thread: PatternThread;
}

type Needs = Pick<Services, 'gate' | 'clock' | 'log' | 'metrics'>;

export const createRuleEngine = (services: Needs): RuleEngine => ({
  answers: createPatternAnswers(),
  thread: createPatternThread(),
  // Not awaited: the calling transaction holds a lock on the epoch that the withdrawal raises.
  compiled: createCompiledRules(services.log, (rule, reason) => {
    withdrawRule(services, rule, reason).catch((error: unknown) =>
      services.log.error({ err: error, ruleId: rule.ruleId }, 'a rule could not be taken out of service'),
    );
  }),
});

const engines = new WeakMap<Gate, RuleEngine>();

/** The engine of this node: one for each gate. */
export const engineOf = (services: Needs): RuleEngine => {
  const engine = engines.get(services.gate) ?? createRuleEngine(services);
  engines.set(services.gate, engine);
  return engine;
};
