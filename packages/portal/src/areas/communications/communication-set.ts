export const communicationSet = '/v1/workunitcommunications';

/** Filter for communications whose next update is overdue. Closed ones have no next update. */
export const overdueCommunications = 'nextUpdate lt now()';
