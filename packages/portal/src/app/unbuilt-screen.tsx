import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Page } from '../ui/page.tsx';

export const UnbuiltScreen = ({ title }: { readonly title: string }) => (
  <Page title={title}>
    <EmptyState
      title="Not part of this version"
      hint="This screen is planned for a later version. Its API may already be available."
    />
  </Page>
);
