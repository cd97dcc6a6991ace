import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Page } from '../ui/page.tsx';

export const UnbuiltScreen = ({ title }: { readonly title: string }) => (
  <Page title={title}>
    <EmptyState
      title="Not part of this version"
      hint="This screen follows in a later version. Its calls may already be answered by the server."
    />
  </Page>
);
