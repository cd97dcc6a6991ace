export const ruleMatchSet = '/v1/rulematches';
