export const communicationSet = '/v1/workunitcommunications';

/** Communications whose next update has passed: closed ones have none. */
export const overdueCommunications = 'nextUpdate lt now()';
