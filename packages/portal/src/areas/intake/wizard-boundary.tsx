import { Component, type ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

interface WizardBoundaryProps {
  readonly children: ReactNode;
}

/** The error boundary of a form whose schema cannot be rendered: shows a message in its place. */
export class WizardBoundary extends Component<WizardBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <EmptyState
        title="This form cannot be shown"
        hint="Its schema contains something that the portal does not support. Tell your administrator."
      />
    );
  }
}
