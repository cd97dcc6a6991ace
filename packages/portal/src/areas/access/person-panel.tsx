import type { Person } from '@cfs/contracts/access-people';
import { useCallback } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
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
  const [, patch] = useAddressQuery();
  // The next person opens with the details, whatever was asked about this one.
  const close = useCallback(() => patch({ open: undefined, panel: undefined, why: undefined, in: undefined }), [patch]);
  if (drawer.isCreating) return <InvitePerson drawer={drawer} />;
  return (
    drawer.openId &&
    person && <EditPerson key={person.userId} person={person} onAddGrant={onAddGrant} onClose={close} />
  );
};
