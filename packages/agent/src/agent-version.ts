import manifest from '../package.json' with { type: 'json' };

/** The version that the agent's package states. */
export const agentVersion: string = manifest.version;
