interface PageSubscription {
  readonly tenantId: string | null;
  readonly subscriptionId: string | null;
}

let known: PageSubscription | undefined;

/** Keeps the subscription that this page shows, whatever another tab chooses later. */
export const setPageSubscription = ({ tenantId, subscriptionId }: PageSubscription): void => {
  known = { tenantId, subscriptionId };
};

/**
 * The subscription of this page in the tenant: its id, or `none` for all of them, as in the header `X-Subscription-Id`;
 * `undefined` until the page knows.
 */
export const pageSubscription = (tenantId: string): string | undefined =>
  known && ((known.tenantId === tenantId && known.subscriptionId) || 'none');
