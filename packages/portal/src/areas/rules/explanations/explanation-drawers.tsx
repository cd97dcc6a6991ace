import { Suspense } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';

const MatchExplanationPanel = lazyPart(
  async () => (await import('./match-explanation-drawer.tsx')).MatchExplanationDrawer,
);
const RuleExplanationPanel = lazyPart(
  async () => (await import('./rule-explanation-drawer.tsx')).RuleExplanationDrawer,
);

interface MatchExplanationProps {
  readonly ruleMatchId: string | undefined;
  readonly onClose: () => void;
}

/** Why a match opened, its hits, and why it ended or is still open; loaded when it is first opened. */
export const MatchExplanation = ({ ruleMatchId, onClose }: MatchExplanationProps) =>
  ruleMatchId !== undefined && (
    <Suspense>
      <MatchExplanationPanel key={ruleMatchId} ruleMatchId={ruleMatchId} onClose={onClose} />
    </Suspense>
  );

interface RuleExplanationProps {
  readonly ruleId: string | undefined;
  readonly onClose: () => void;
}

/** The current state of every condition of a rule about an entity; loaded when it is first opened. */
export const RuleExplanation = ({ ruleId, onClose }: RuleExplanationProps) =>
  ruleId !== undefined && (
    <Suspense>
      <RuleExplanationPanel key={ruleId} ruleId={ruleId} onClose={onClose} />
    </Suspense>
  );
