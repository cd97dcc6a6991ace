import { mailVerdictLabels, type MailVerdict } from '@cfs/contracts/received-mails';
import { StateLabel, type Tone } from '../../ui/text/state-label.tsx';

const tones: Readonly<Record<MailVerdict, Tone>> = {
  Request: 'good',
  Note: 'good',
  Duplicate: 'muted',
  AutoReply: 'muted',
  MailingList: 'muted',
  Bounce: 'warning',
  Loop: 'warning',
  Spoofed: 'bad',
  Malformed: 'bad',
  TooLarge: 'bad',
};

/** The verdict about a received mail. */
export const VerdictLabel = ({ verdict }: { readonly verdict: MailVerdict }) => (
  <StateLabel tone={tones[verdict]}>{mailVerdictLabels[verdict]}</StateLabel>
);
