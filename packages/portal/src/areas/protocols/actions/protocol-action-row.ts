import type { ProtocolAction } from '@cfs/contracts/protocols';

export const protocolActionSet = '/v1/protocolActions';

/** A protocol action with its definition expanded, as its set returns it. */
export interface ProtocolActionRow extends ProtocolAction {
  readonly actionDefinition: {
    readonly actionDefinitionId: string;
    readonly name: string;
    readonly description: string | null;
    readonly inputParameters: string;
  };
}

/** What people call the action: its summary, else the name of its definition. */
export const protocolActionName = ({ summary, actionDefinition }: ProtocolActionRow): string =>
  summary?.trim() || actionDefinition.name;
