/** A labelled value of a mail. */
export type MailFact = readonly [label: string, value: string];

export interface MailLink {
  readonly label: string;
  readonly href: string;
}

/** The content of a mail, for any template; markup in its texts is shown as text. */
export interface MailContent {
  /** The title, in one line. */
  readonly title: string;
  /** The text, possibly of several lines. */
  readonly body: string;
  readonly facts: readonly MailFact[];
  /** A link to more information. */
  readonly link?: MailLink | undefined;
  /** The answers that the reader can give with one click. */
  readonly choices?: readonly MailLink[] | undefined;
}
