export const sqliteFileName = 'tian.db';
/** The file that a restore writes to until it is complete. */
export const restoringFileName = `${sqliteFileName}.restoring`;
