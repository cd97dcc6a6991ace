import type { ActionDefinitionInput } from '@cfs/contracts/actions';

/** An action definition with its tenant expanded, as the list loads it. */
export interface ActionDefinitionRow {
  readonly actionDefinitionId: string;
  readonly name: string;
  readonly description: string | null;
  readonly actionDefinitionTypeId: number;
  /** `null` for an action of all tenants. */
  readonly tenantId: string | null;
  readonly tenant?: { readonly name: string } | null;
  /** Comma-separated. */
  readonly inputParameters: string;
  /** `null` for built-in actions, as are the following three. */
  readonly endpointUrl: string | null;
  readonly httpMethod: ActionDefinitionInput['httpMethod'] | null;
  readonly headers: string | null;
  readonly body: string | null;
  readonly modified: string;
}
