import { parsePacketField } from '@cfs/contracts/packet-field';
import type { PacketMessage } from '@cfs/contracts/packets';
import type { RuleAggregation } from '@cfs/contracts/rule-aggregations';
import { compileComparison, numberOf } from '../conditions/compare-operand.ts';
import { readPacketField } from '../evaluation/read-packet-field.ts';
import type { GroupFacts } from '../evaluation/rule-subject.ts';

const toField = (name: string) => parsePacketField(name) ?? ({ group: 'Value' } as const);

/** Running totals of the samples of one group in one bucket. */
export interface BucketTotals {
  samples: number;
  /**
   * `chosen`: samples that satisfy Where; `numbers`: those of them with a number; the rest aggregates these numbers.
   */
  chosen: number;
  numbers: number;
  sum: number;
  minimum: number;
  maximum: number;
}

/** The totals of a group without samples. */
export const noTotals = (): BucketTotals => ({
  samples: 0,
  chosen: 0,
  numbers: 0,
  sum: 0,
  minimum: Infinity,
  maximum: -Infinity,
});

/** Compiles an aggregation to a function that adds a sample to the totals of its group. */
export const compileAggregation = ({ Field, Where }: RuleAggregation) => {
  const field = toField(Field);
  const compare = Where && compileComparison(Where.Operator, Where.Value ?? '');
  const whereField = toField(Where?.Field ?? '');
  return (totals: BucketTotals, message: PacketMessage): void => {
    totals.samples += 1;
    if (compare && !compare(readPacketField(message, whereField))) return;
    totals.chosen += 1;
    const number = numberOf(readPacketField(message, field));
    if (number === undefined) return;
    totals.numbers += 1;
    totals.sum += number;
    totals.minimum = Math.min(totals.minimum, number);
    totals.maximum = Math.max(totals.maximum, number);
  };
};

/**
 * Count and Share cover the samples that satisfy Where; the other facts cover the numbers in Field of those samples.
 */
export const factsOfTotals = ({ samples, chosen, numbers, sum, minimum, maximum }: BucketTotals): GroupFacts => {
  const ofNumbers = (value: number): number | undefined => (numbers === 0 ? undefined : value);
  return {
    count: chosen,
    share: samples === 0 ? undefined : chosen / samples,
    sum: ofNumbers(sum),
    average: ofNumbers(sum / numbers),
    minimum: ofNumbers(minimum),
    maximum: ofNumbers(maximum),
  };
};
