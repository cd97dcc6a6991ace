import { parsePacketField } from '@cfs/contracts/packet-field';
import type { PacketMessage } from '@cfs/contracts/packets';
import type { RuleAggregation } from '@cfs/contracts/rule-aggregations';
import { compileComparison, numberOf } from '../conditions/compare-operand.ts';
import { readPacketField } from '../evaluation/read-operand.ts';
import type { GroupFacts } from '../evaluation/rule-subject.ts';

const toField = (name: string) => parsePacketField(name) ?? ({ group: 'Value' } as const);

/**
 * Compiles an aggregation to a function over the samples of one group in one bucket. Count and Share are of the samples that
 * satisfy Where, the rest over the numbers in Field of those.
 */
export const compileAggregation = ({ Field, Where }: RuleAggregation) => {
  const field = toField(Field);
  const compare = Where && compileComparison(Where.Operator, Where.Value ?? '');
  const whereField = toField(Where?.Field ?? '');
  return (samples: readonly PacketMessage[]): GroupFacts => {
    const chosen = compare ? samples.filter((message) => compare(readPacketField(message, whereField))) : samples;
    const numbers = chosen.flatMap((message) => numberOf(readPacketField(message, field)) ?? []);
    const sum = numbers.reduce((total, number) => total + number, 0);
    const ofNumbers = <Value>(value: Value): Value | undefined => (numbers.length === 0 ? undefined : value);
    return {
      count: chosen.length,
      share: samples.length === 0 ? undefined : chosen.length / samples.length,
      sum: ofNumbers(sum),
      average: ofNumbers(sum / numbers.length),
      minimum: ofNumbers(numbers.reduce((least, number) => Math.min(least, number), Infinity)),
      maximum: ofNumbers(numbers.reduce((most, number) => Math.max(most, number), -Infinity)),
    };
  };
};
