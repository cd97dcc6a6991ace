import type { ControlStatusName } from '@cfs/contracts/control-statuses';

/** The severities of work units; Sev0 is the most severe. */
export type Severity = 'Sev0' | 'Sev1' | 'Sev2' | 'Sev3' | 'Sev4';

/** A background and its text colour. */
export interface Fill {
  readonly fill: string;
  readonly text: string;
}

/** The colours of a theme mode. Every pair of text and background has a contrast of at least 4.5. */
export interface Tokens {
  readonly background: string;
  readonly paper: string;
  readonly text: string;
  readonly muted: string;
  readonly hairline: string;
  readonly primary: Fill;
  readonly good: Fill;
  readonly warning: Fill;
  readonly bad: Fill;
  /** Sev4 has no fill. */
  readonly severity: Readonly<Record<Severity, Fill | undefined>>;
  readonly compliance: Readonly<Record<ControlStatusName, Fill>>;
}

const dark = '#0F141B';

export const lightTokens: Tokens = {
  background: '#F6F7F9',
  paper: '#FFFFFF',
  text: '#1B2330',
  muted: '#5A6678',
  hairline: '#DDE2E9',
  primary: { fill: '#2F5BD7', text: '#FFFFFF' },
  good: { fill: '#1F7A4D', text: '#FFFFFF' },
  warning: { fill: '#F5B83D', text: '#1B2330' },
  bad: { fill: '#B3142B', text: '#FFFFFF' },
  severity: {
    Sev0: { fill: '#B3142B', text: '#FFFFFF' },
    Sev1: { fill: '#C2410C', text: '#FFFFFF' },
    Sev2: { fill: '#F5B83D', text: '#1B2330' },
    Sev3: { fill: '#2B6CB0', text: '#FFFFFF' },
    Sev4: undefined,
  },
  compliance: {
    Notset: { fill: '#5F6B7A', text: '#FFFFFF' },
    Compliant: { fill: '#1F7A4D', text: '#FFFFFF' },
    NonCompliant: { fill: '#F2A516', text: '#1B2330' },
    Poam: { fill: '#6B3FA0', text: '#FFFFFF' },
    Exempt: { fill: '#0F766E', text: '#FFFFFF' },
  },
};

export const darkTokens: Tokens = {
  background: dark,
  paper: '#171E28',
  text: '#E6EAF0',
  muted: '#9AA7B8',
  hairline: '#2A3442',
  primary: { fill: '#8FB0FF', text: dark },
  good: { fill: '#5CC793', text: dark },
  warning: { fill: '#F5C95C', text: dark },
  bad: { fill: '#FF8A94', text: dark },
  severity: {
    Sev0: { fill: '#FF8A94', text: dark },
    Sev1: { fill: '#FFA26B', text: dark },
    Sev2: { fill: '#F5C95C', text: dark },
    Sev3: { fill: '#8CC2FF', text: dark },
    Sev4: undefined,
  },
  compliance: {
    Notset: { fill: '#A3AFBF', text: dark },
    Compliant: { fill: '#5CC793', text: dark },
    NonCompliant: { fill: '#F5C95C', text: dark },
    Poam: { fill: '#C4A2F2', text: dark },
    Exempt: { fill: '#4FC3B8', text: dark },
  },
};
