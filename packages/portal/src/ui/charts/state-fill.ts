import type { ChartState } from '@cfs/contracts/packet-charts';
import type { Fill, Tokens } from '../theme/tokens.ts';

/** A colour for a text: the same text always has the same one. What it means is for the text to say. */
export const stateFill = (value: string, { primary, compliance }: Tokens): Fill => {
  const fills = [primary, compliance.Exempt, compliance.Poam, compliance.Notset, compliance.NonCompliant];
  const hash = [...value].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) >>> 0, 7);
  return fills[hash % fills.length] ?? primary;
};

/** The text of a band; several short ones say how many they are. */
export const stateLabel = ({ value, changes }: ChartState): string =>
  changes > 1 ? `${value} and ${changes - 1} more` : value;
