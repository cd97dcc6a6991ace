import type { ControlSetFile } from '@cfs/contracts/compliance';

/** A small control set in our own words, shared by all tenants. */
export const demoControlSet: ControlSetFile = {
  name: 'Operations baseline',
  description: 'What an operations team checks once a week, in twenty controls.',
  controls: [
    ['ACC-1', 'Leavers lose their access', 'Accounts of people who left are disabled within one working day.'],
    [
      'ACC-2',
      'Administrators are few and known',
      'Everybody with administrator rights is named, and each still needs them.',
    ],
    ['ACC-3', 'Two factors at sign-in', 'Sign-in from outside the offices asks for a second factor.'],
    ['ACC-4', 'Shared accounts have an owner', 'Each shared account has one person who answers for it.'],
    ['BCK-1', 'Backups ran', 'Every scheduled backup of the week ended without an error.'],
    ['BCK-2', 'A restore was tried', 'At least one file or database was restored from backup this quarter.'],
    ['BCK-3', 'A copy is kept elsewhere', 'The latest full backup is stored at a second site.'],
    ['CHG-1', 'Changes are approved first', 'No change was made without the approval that it needs.'],
    ['CHG-2', 'Changes can be undone', 'Each planned change has a rollback plan that somebody else has read.'],
    ['DEV-1', 'Devices report', 'Every enabled device has sent a reading during the last day.'],
    ['DEV-2', 'Disks are encrypted', 'Portable devices have encrypted disks.'],
    ['DEV-3', 'Software is supported', 'No device runs software that its maker no longer maintains.'],
    ['LOG-1', 'Logs are kept', 'Logs of sign-ins and of administration are kept for at least one year.'],
    ['LOG-2', 'Logs are read', 'Somebody has looked at the alerts of the week and noted the outcome.'],
    ['NET-1', 'Open ports are known', 'Every port that is open to the internet has a stated purpose.'],
    ['NET-2', 'Guests stay apart', 'Guest networks reach no internal system.'],
    ['PAT-1', 'Critical patches within a week', 'Critical security updates are installed within seven days.'],
    ['PAT-2', 'Other patches within a month', 'Other security updates are installed within thirty days.'],
    ['PHY-1', 'Server rooms are locked', 'Only named people can enter, and entries are recorded.'],
    ['RSP-1', 'The on-call list is right', 'Names, numbers and turns of the coming two weeks are correct.'],
  ].map(([name = '', title = '', description = '']) => ({ name, title, description })),
};

/** Notes to choose from for each status. */
export const demoControlNotes = {
  NonCompliant: ['Two exceptions found, see the open work units.', 'One site is late again.', 'Not done this week.'],
  Poam: ['Plan agreed with the owner, due at the end of the quarter.', 'New equipment is ordered.'],
  Exempt: ['Does not apply: nothing of the kind is in use.'],
} as const;
