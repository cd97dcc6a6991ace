import { maxChartSpanMilliseconds } from '@cfs/contracts/packet-chart-limits';
import { useCallback, useMemo } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';

const [minute, day] = [60_000, 86_400_000];

/** The spans up to now that a history offers, in milliseconds. */
export const historyRanges = {
  '1h': { label: '1 h', span: 60 * minute },
  '6h': { label: '6 h', span: 360 * minute },
  '24h': { label: '24 h', span: day },
  '7d': { label: '7 d', span: 7 * day },
  '30d': { label: '30 d', span: 30 * day },
  '13m': { label: '13 mo', span: 396 * day },
} as const;
export type HistoryRangeName = keyof typeof historyRanges;

const defaultRange: HistoryRangeName = '24h';

/** The span of a history: a named one up to now, or one between two moments, in milliseconds since 1970. */
export type HistoryRange =
  | { readonly name: HistoryRangeName }
  | { readonly name: 'custom'; readonly from: number; readonly to: number };

const isName = (text: string | undefined): text is HistoryRangeName =>
  text !== undefined && Object.hasOwn(historyRanges, text);

/** Returns the range in the URL; the default range if there is none, or if it is invalid or too long for a chart. */
export const readRange = (
  range: string | undefined,
  from: string | undefined,
  to: string | undefined,
): HistoryRange => {
  if (isName(range)) return { name: range };
  const [start, end] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
  const isSpan = start < end && end - start <= maxChartSpanMilliseconds;
  return range === 'custom' && isSpan ? { name: 'custom', from: start, to: end } : { name: defaultRange };
};

/** Returns the begin and end of a range at the time `now`, in milliseconds since 1970. */
export const spanOf = (range: HistoryRange, now: number): { readonly from: number; readonly to: number } =>
  range.name === 'custom'
    ? { from: range.from, to: range.to }
    : { from: now - historyRanges[range.name].span, to: now };

/** The range of the history, kept in the URL as `range`, `from` and `to`. */
export const useHistoryRange = () => {
  const [query, patch] = useAddressQuery();
  const { range: name, from, to } = query;
  const range = useMemo(() => readRange(name, from, to), [name, from, to]);
  const choose = useCallback(
    (next: HistoryRange) =>
      patch(
        next.name === 'custom'
          ? { range: 'custom', from: new Date(next.from).toISOString(), to: new Date(next.to).toISOString() }
          : { range: next.name, from: undefined, to: undefined },
        { replace: true },
      ),
    [patch],
  );
  return { range, choose } as const;
};
