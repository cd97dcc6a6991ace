import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';

/** Name, mail address and groups of a tenant. */
export const TenantDetailsTab = () => (
  <FieldGrid>
    <TextInput name="name" label="Name" required />
    <TextInput
      name="internalNotificationEmailAddress"
      label="Internal Notification Email"
      type="email"
      help="Call backs and internal notifications go here."
    />
    <TextInput
      name="assignmentGroups"
      label="Assignment Groups"
      rows={2}
      help="Names of groups, separated by commas."
      wide
    />
    <TextInput
      name="agentDownloadUrl"
      label="Agent Download Address"
      help="A directory that ends with a slash, or the file for Windows. Empty for the address of the installation."
      wide
    />
  </FieldGrid>
);
