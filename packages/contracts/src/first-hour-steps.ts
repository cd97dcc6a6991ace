import type { Permission } from './permissions.ts';

/** Steps from the sign-in to the first own rule that has matched, in their order. */
export const firstHourSteps = ['token', 'agent', 'promotion', 'reading', 'rule', 'match'] as const;
export type FirstHourStep = (typeof firstHourSteps)[number];

/** What a person must hold to be shown a step: what its screen needs, and what doing it there needs. */
export const firstHourPermissions: Readonly<Record<FirstHourStep, readonly Permission[]>> = {
  token: ['Tokens:view', 'Tokens:edit', 'Tokens:create'],
  agent: ['Tokens:view', 'PendingDevices:view', 'Devices:view'],
  promotion: ['Devices:view', 'Devices:edit', 'PendingDevices:view', 'PendingDevices:edit'],
  reading: ['Devices:view'],
  rule: ['Rules:view', 'Rules:create'],
  match: ['Rules:view', 'Rules:create'],
};

/** The author of everything that the first run creates: its rules do not count as a person's own. */
export const firstRunAuthor = 'first run';

/** The preference that hides and shows the guide; while it is unset, the guide is shown until every step is done. */
export const firstHourPreference = 'first-hour';
export const firstHourChoices = ['hidden', 'shown'] as const;
export type FirstHourChoice = (typeof firstHourChoices)[number];
