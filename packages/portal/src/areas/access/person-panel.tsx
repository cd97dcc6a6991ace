import type { Person } from '@cfs/contracts/access-people';
import { useCallback } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { EditPerson } from './edit-person.tsx';
import { InvitePerson } from './invite-person.tsx';

interface PersonPanelProps {
  readonly drawer: OpenRow;
  /** The person in the URL, once loaded. */
  readonly person: Person | undefined;
  readonly onAddGrant: () => void;
}

/** Invites a person, or edits the one in the URL. */
export const PersonPanel = ({ drawer, person, onAddGrant }: PersonPanelProps) => {
  const [, patch] = useAddressQuery();
  // Removes the panel and its question from the URL, so that the next person opens with the details.
  const close = useCallback(() => patch({ open: undefined, panel: undefined, why: undefined, in: undefined }), [patch]);
  if (drawer.isCreating) return <InvitePerson drawer={drawer} />;
  return (
    drawer.openId &&
    person && <EditPerson key={person.userId} person={person} onAddGrant={onAddGrant} onClose={close} />
  );
};
