/** The domain of the Message-IDs of the portal's mails. */
export const ownMessageIdDomain = 'cfs-portal';

/** Whether the portal itself generated a Message-ID, given without angle brackets. */
export const isOwnMessageId = (messageId: string): boolean =>
  messageId.toLowerCase().endsWith(`@${ownMessageIdDomain}`);
