import { weekEndOf } from '@cfs/contracts/control-statuses';
import dayjs from 'dayjs';

/** The days of a week: '22 Nov – 28 Nov 2026'. */
export const weekText = (week: string): string =>
  `${dayjs(week).format('D MMM')} – ${dayjs(weekEndOf(week)).format('D MMM YYYY')}`;
