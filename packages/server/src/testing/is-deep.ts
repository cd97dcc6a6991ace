/** Whether the tests run in `npm run test:deep`, with large sizes and many kills. */
export const isDeep = process.env['CFS_TEST_DEEP'] === '1';
