/** Texts that are fixed word for word (docs/reference/shell.md, docs/reference/screens.md#texts). */
export const shellTexts = {
  defaultEnvironmentName: 'CFS Portal',
  redirectingToLogin: 'Redirecting to login page...',
  accessDenied: 'You do not have access. Please contact your system administrator for access.',
  forbidden: 'You do not have access to one or more requested resources',
  pageNotFound: 'Page Not Found',
  expirationLoading: 'Expiration Date Loading...',
  unsavedChanges: 'There are unsaved changes. Are you sure you want to close?',
  unknownValue: 'unknown',
  enumTypeRequired: 'Enum type required for text type enum.',
  resolutionCenter: 'Resolution Center',
  thanksForFeedback: 'Thank you for your valuable feedback!',
  contextFailed: 'A problem occured saving the tenant subscription. Please try again.',
} as const;

/** dayjs formats: the first everywhere, the second for notes and histories (docs/reference/screens.md#formats). */
export const dateFormats = {
  standard: 'D/MMM/YYYY HH:mm z',
  note: 'h:mma, ddd, M/D/YYYY',
  time: 'HH:mm:ss',
} as const;

/** Times before this instant are treated as empty (docs/reference/conventions.md#values). */
export const emptyDateThreshold = '2022-01-01T00:00:00.000Z';
