/** Labels that cannot be derived from the name of the field; they are the same as in the form. */
const labels: Readonly<Record<string, string>> = {
  protocolId: 'Protocol',
  workUnitCategoryId: 'Category',
  workUnitSubcategoryId: 'Subcategory',
  referenceId: 'Reference ID',
  referenceUrl: 'Reference URL',
  stakeHolderFullName: 'Stakeholder Name',
  stakeHolderPhoneNumber: 'Stakeholder Phone',
  stakeHolderEmailAddress: 'Stakeholder Email',
  stakeHolderExperienceScore: 'Experience Score',
  isApproverRequired: 'Approver Required',
  approver1: 'Approver 1',
  approver2: 'Approver 2',
  approved1By: 'Approved by Approver 1',
  approved2By: 'Approved by Approver 2',
  declined1By: 'Declined by Approver 1',
  declined2By: 'Declined by Approver 2',
  decision1Notes: 'Notes of Approver 1',
  decision2Notes: 'Notes of Approver 2',
  expectedCFSAlerts: 'Expected CFS Alerts',
};

/** The label of a field in histories: `severityId` → `Severity`, `plannedStartTime` → `Planned Start Time`. */
export const labelOf = (field: string): string =>
  labels[field] ??
  field
    .replace(/Id$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/^./, (letter) => letter.toUpperCase());
