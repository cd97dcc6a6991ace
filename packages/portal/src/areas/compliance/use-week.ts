import { weekStartOf } from '@cfs/contracts/control-statuses';
import dayjs from 'dayjs';
import { useAddressQuery, type AddressQuery } from '../../lib/address-query.ts';

/** The Sunday of the current week in the local time zone, as `YYYY-MM-DD`. */
export const thisWeek = (now: Date = new Date()): string => weekStartOf(dayjs(now).format('YYYY-MM-DD'));

const calendarDate = /^\d{4}-\d\d-\d\d$/;

/** Whether the text is a calendar date from 2000 on. */
export const isCalendarDate = (text: string): boolean =>
  calendarDate.test(text) && text >= '2000-01-01' && dayjs(text).format('YYYY-MM-DD') === text;

/** The Sunday of the week in the URL; by default of the current week. */
export const weekOfAddress = ({ week = '' }: AddressQuery): string =>
  isCalendarDate(week) ? weekStartOf(week) : thisWeek();

/** The week in the URL, and a function that opens the week of a date. */
export const useWeek = () => {
  const [query, patch] = useAddressQuery();
  const week = weekOfAddress(query);
  const goTo = (date: string): void =>
    patch({ week: weekStartOf(date) === thisWeek() ? undefined : weekStartOf(date) });
  return { week, goTo } as const;
};
