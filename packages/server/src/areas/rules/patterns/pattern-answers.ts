import type { PacketMessage } from '@cfs/contracts/packets';
import type { PatternTest } from '../evaluation/compile-rule.ts';

/** Results of patterns on packets whose rules wait for them. They are garbage-collected with the packet. */
export interface PatternAnswers {
  find(message: PacketMessage, test: PatternTest): boolean | undefined;
  keep(message: PacketMessage, test: PatternTest, holds: boolean): void;
  /** Excludes the packet from evaluation by the rule. */
  skip(message: PacketMessage, ruleId: string): void;
  skips(message: PacketMessage, ruleId: string): boolean;
}

export const createPatternAnswers = (): PatternAnswers => {
  const answers = new WeakMap<PacketMessage, Map<string, Map<string, boolean>>>();
  const skipped = new WeakMap<PacketMessage, Set<string>>();
  return {
    find: (message, { source, text }) => answers.get(message)?.get(source)?.get(text),
    keep(message, { source, text }, holds) {
      const ofMessage = answers.get(message) ?? new Map<string, Map<string, boolean>>();
      answers.set(message, ofMessage);
      const ofSource = ofMessage.get(source) ?? new Map<string, boolean>();
      ofMessage.set(source, ofSource);
      ofSource.set(text, holds);
    },
    skip(message, ruleId) {
      skipped.set(message, (skipped.get(message) ?? new Set()).add(ruleId));
    },
    skips: (message, ruleId) => skipped.get(message)?.has(ruleId) === true,
  };
};
