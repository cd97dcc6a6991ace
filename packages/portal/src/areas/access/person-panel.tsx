import type { Person } from '@cfs/contracts/access-people';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { EditPerson } from './edit-person.tsx';
import { InvitePerson } from './invite-person.tsx';

interface PersonPanelProps {
  readonly drawer: OpenRow;
  /** The person that the address names, once known. */
  readonly person: Person | undefined;
  readonly onAddGrant: () => void;
}

/** Invites a person, or edits the one that the address names. */
export const PersonPanel = ({ drawer, person, onAddGrant }: PersonPanelProps) => {
  if (drawer.isCreating) return <InvitePerson drawer={drawer} />;
  return (
    drawer.openId &&
    person && <EditPerson key={person.userId} person={person} onAddGrant={onAddGrant} onClose={drawer.close} />
  );
};
