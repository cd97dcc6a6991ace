import { useEffect } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import type { Filter } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { isReportedByClient } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';

const missing = 'The item at this address no longer exists, or you do not have access to it.';

const errorMessage = (error: Error): string | undefined => {
  if (!(error instanceof ApiProblem)) return error.message;
  if (isReportedByClient(error)) return undefined;
  // An invalid id, for example in a link that a mail program truncated.
  return error.status === 400 ? missing : error.detail;
};

/** Parses a numeric id of the URL; 0, which no row has, for an invalid one. */
export const numberOfId = (openId: string | undefined): number | undefined => {
  if (openId === undefined) return undefined;
  return /^\d{1,9}$/.test(openId) ? Number(openId) : 0;
};

/**
 * Loads the one row that matches the filter; `undefined` while loading and without a filter. A missing row and an error
 * show a toast.
 */
export const useOpenedRow = <Row>(set: string, filter: Filter, expand?: string): Row | undefined => {
  const isAsked = filter !== undefined;
  const { data, error } = useRows<Row>(set, { filter, expand, top: 1 }, { enabled: isAsked, isUncached: true });
  const fault = data ? (data.length === 0 ? missing : undefined) : error ? errorMessage(error) : undefined;
  useEffect(() => {
    if (isAsked && fault !== undefined) notify.warning(fault);
  }, [isAsked, filter, fault]);
  return data?.[0];
};
