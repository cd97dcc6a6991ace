import {
  firstHourChoices,
  firstHourPermissions,
  firstHourPreference,
  type FirstHourChoice,
} from '@cfs/contracts/first-hour-steps';
import { usePermissions } from '../../lib/permissions.tsx';
import { isOneOf, usePreference } from '../../lib/preferences/preferences.ts';

/** Whether the person has hidden or opened the guide; `undefined` if neither. */
export const useFirstHourChoice = (): readonly [
  FirstHourChoice | undefined,
  (choice: FirstHourChoice | undefined) => void,
] => usePreference<FirstHourChoice | undefined>(firstHourPreference, undefined, isOneOf(...firstHourChoices));

/** Whether the guide is offered to the person: to people who may promote a machine or write a rule. */
export const useMayTakeFirstHour = (): boolean => {
  const held = usePermissions();
  return held.hasAll(...firstHourPermissions.promotion) || held.hasAll(...firstHourPermissions.rule);
};
