/** Menu entries whose screens this version does not have yet, by path and title. */
export const unbuiltScreens: readonly (readonly [path: string, title: string])[] = [
  ['/workunitcommunications', 'Work Unit Communications'],
  ['/compliance', 'Compliance'],
  ['/packages', 'Package Catalog'],
  ['/protocols', 'Work Unit Protocols'],
  ['/actioncatalog', 'Action Catalog'],
  ['/versionreport', 'Version Report'],
];
