/** The migrated database that every test file copies. */
export const templateDatabase = 'cfs_test_template';

/** The key from which the passwords of the test roles are derived. */
export const testMasterKey = new Uint8Array(32).fill(7);
