/**
 * Results of receiving a mail, by number; transferred by name. `Request` opened a work unit, `Note` joined one; the
 * others changed nothing.
 */
export const mailVerdicts = {
  Request: 1,
  Note: 2,
  Duplicate: 3,
  AutoReply: 4,
  MailingList: 5,
  Bounce: 6,
  Loop: 7,
  Spoofed: 8,
  Malformed: 9,
  TooLarge: 10,
} as const;
export type MailVerdict = keyof typeof mailVerdicts;

/** The verdicts in words, as the list and exports show them. */
export const mailVerdictLabels: Readonly<Record<MailVerdict, string>> = {
  Request: 'Opened a request',
  Note: 'Added a note',
  Duplicate: 'Duplicate',
  AutoReply: 'Automatic reply',
  MailingList: 'Mailing list',
  Bounce: 'Bounce',
  Loop: 'Loop',
  Spoofed: 'Sender not verified',
  Malformed: 'Malformed',
  TooLarge: 'Too large',
};

/** A received mail, with its result. */
export interface ReceivedMail {
  readonly receivedMailId: string;
  readonly tenantId: string;
  readonly verdict: MailVerdict;
  /** Why it changed nothing, or which files were not accepted. */
  readonly detail: string | null;
  /** Of the header `From`; empty where it has none. */
  readonly sender: string;
  readonly recipient: string;
  readonly cc: string;
  readonly subject: string;
  /** Bytes that arrived. */
  readonly size: number;
  /** Address of the mail server that delivered it. */
  readonly relay: string;
  readonly messageId: string;
  readonly workUnitId: number | null;
  readonly created: string;
  readonly tenant?: { readonly name: string };
}
