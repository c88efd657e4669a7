export const sqliteFileName = 'tian.db';
/** What a restore writes to until it is complete. */
export const restoringFileName = `${sqliteFileName}.restoring`;
