import { useEffect } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import type { Filter } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';

const missing = 'What this address opens is not there any more, or you may not see it.';

/** Statuses that the shell itself tells: the sign-in has ended, or the person may not. */
const toldElsewhere = new Set([401, 403]);

const faultOf = (error: Error): string | undefined => {
  if (!(error instanceof ApiProblem)) return error.message;
  if (toldElsewhere.has(error.status)) return undefined;
  // An id that could be none, such as one that a mail program has cut.
  return error.status === 400 ? missing : error.detail;
};

/** A whole number that the address gives as an id; 0, which no row has, for what is none. */
export const numberOfId = (openId: string | undefined): number | undefined => {
  if (openId === undefined) return undefined;
  return /^\d{1,9}$/.test(openId) ? Number(openId) : 0;
};

/**
 * The one row that a filter of the address names, whose panel then opens; `undefined` while it loads, and without a
 * filter. Where there is none, or it cannot be loaded, a toast says so.
 */
export const useOpenedRow = <Row>(set: string, filter: Filter, expand?: string): Row | undefined => {
  const isAsked = filter !== undefined;
  const { data, error } = useRows<Row>(set, { filter, expand, top: 1 }, { enabled: isAsked, isForgotten: true });
  const fault = data ? (data.length === 0 ? missing : undefined) : error ? faultOf(error) : undefined;
  useEffect(() => {
    if (isAsked && fault !== undefined) notify.warning(fault);
  }, [isAsked, filter, fault]);
  return data?.[0];
};
