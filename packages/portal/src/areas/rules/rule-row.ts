/** A rule as its set returns it: lists as JSON or JSON text, tenant and subscription expanded. */
export interface RuleRow {
  readonly ruleId: string;
  readonly enabled: boolean;
  readonly name: string;
  readonly description: string | null;
  readonly ruleTypeId: number;
  readonly tenantId: string | null;
  readonly subscriptionId: string | null;
  readonly matchLifetime: string;
  readonly useSlidingExpiration: boolean;
  readonly timeConditions: unknown;
  readonly conditions: unknown;
  readonly correlation: unknown;
  readonly aggregation: unknown;
  readonly includeOwnWorkUnits: boolean | null;
  readonly groupBy: string | null;
  readonly groupWindow: string | null;
  readonly actionLimitPerHour: number | null;
  readonly matchActions: unknown;
  readonly expirationActions: unknown;
  /** Since when and why an enabled rule is not run; null while it is. */
  readonly outOfServiceSince: string | null;
  readonly outOfServiceReason: string | null;
  readonly modified: string;
  readonly tenant?: { readonly name: string } | null;
  readonly subscription?: { readonly name: string } | null;
}

export const ruleSet = '/v1/rules';
