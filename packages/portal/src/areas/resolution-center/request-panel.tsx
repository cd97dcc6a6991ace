import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { CreateRequest } from './create-request.tsx';
import { RequestDetails } from './request-details.tsx';

/** Creates a request, or shows the one in the URL. */
export const RequestPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  if (drawer.isCreating) return <CreateRequest onClose={drawer.close} onCreated={drawer.created} />;
  return drawer.openId && <RequestDetails workUnitId={drawer.openId} onClose={drawer.close} />;
};
