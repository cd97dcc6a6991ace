import { keysOfPacket } from '../evaluation/rule-keys.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';

/** Rules over packets, indexed by the entities, subscriptions and fields that they evaluate. */
export interface RuleIndex {
  /** Adds to `found` the rules that the packet may satisfy. */
  collect(
    packet: Pick<RuleSubject, 'entityId' | 'deviceId' | 'subscriptionId' | 'message'>,
    found: Set<CompiledRule>,
  ): void;
}

/** Indexes rules by entity, subscription and field. A rule that none of these narrows is found for each packet. */
export const createRuleIndex = (rules: readonly CompiledRule[]): RuleIndex => {
  const always: CompiledRule[] = [];
  const byKey = new Map<string, CompiledRule[]>();
  for (const rule of rules) {
    if (!rule.keys) always.push(rule);
    for (const key of rule.keys ?? []) {
      const ofKey = byKey.get(key);
      if (ofKey) ofKey.push(rule);
      else byKey.set(key, [rule]);
    }
  }
  return {
    collect(packet, found) {
      for (const rule of always) found.add(rule);
      if (byKey.size === 0) return;
      for (const key of keysOfPacket(packet)) {
        for (const rule of byKey.get(key) ?? []) found.add(rule);
      }
    },
  };
};
