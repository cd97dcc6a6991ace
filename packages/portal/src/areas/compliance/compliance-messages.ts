/** Messages of the checklist (docs/reference/compliance.md#messages); their spelling is part of the interface. */
export const complianceMessages = {
  status: {
    created: 'Control status sucessfully created.',
    creationFailed: 'Control status creation failed.',
    updated: 'Control status sucessfully updated.',
    updateFailed: 'Control status updated failed.',
  },
  note: {
    created: 'Control note successfully created.',
    creationFailed: 'Control note creation failed.',
    updated: 'Control note successfully updated.',
    updateFailed: 'Control note update failed.',
  },
  deleted: 'Control Status successfully deleted.',
  deletionFailed: 'Control Status deletion failed.',
  deletion: 'Are you sure you want to delete this Control Status?',
} as const;
