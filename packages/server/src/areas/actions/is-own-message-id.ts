/** The domain of the Message-IDs of the portal's mails. */
export const ownMessageIdDomain = 'cfs-portal';

/** Whether the portal itself made a Message-ID, which has no angle brackets. */
export const isOwnMessageId = (messageId: string): boolean =>
  messageId.toLowerCase().endsWith(`@${ownMessageIdDomain}`);
