import type { ChoiceOption } from '../../../lib/lists/column-filter.ts';

const within = (hours: number): ChoiceOption => ({
  value: `within${hours}h`,
  label: `due within ${hours} h`,
  filter: `dueOrder ge now() and dueOrder lt now() add duration'PT${hours}H'`,
});

/** The options of the list's filter by time left; the comparisons use the index of the due order. */
export const timeLeftChoices: readonly ChoiceOption[] = [
  { value: 'overdue', label: 'overdue', filter: 'dueOrder lt now()' },
  within(1),
  within(4),
  within(24),
  { value: 'paused', label: 'paused', filter: 'pausedTimeLeft ne null' },
  { value: 'none', label: 'without target', filter: 'dueTime eq null and pausedTimeLeft eq null' },
];
