/** A labelled value of a mail. */
export type MailFact = readonly [label: string, value: string];

export interface MailLink {
  readonly label: string;
  readonly href: string;
}

/** What a template puts into a mail; every text is shown as it is, whatever signs it holds. */
export interface MailContent {
  /** What the mail is about, in one line. */
  readonly title: string;
  /** Its text, in lines. */
  readonly body: string;
  readonly facts: readonly MailFact[];
  /** Where to read more. */
  readonly link?: MailLink | undefined;
  /** What the reader may answer with one click. */
  readonly choices?: readonly MailLink[] | undefined;
}
