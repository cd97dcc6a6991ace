import type { BacktestMatch } from '@cfs/contracts/rule-backtests';
import type { Tone } from '../../../ui/text/state-label.tsx';

export type BacktestChange = BacktestMatch['change'];

/** The changes in the order in which they are listed, with their tones. */
export const changeTones: Readonly<Record<BacktestChange, Tone>> = { New: 'bad', Same: 'muted', Gone: 'good' };

/** When a match ended or would end, in milliseconds since 1970; at most the end of the period. */
export const endOf = ({ expires }: BacktestMatch, to: string): number => Math.min(Date.parse(expires), Date.parse(to));
