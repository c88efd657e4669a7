/** The exit code for it (EX_CONFIG of sysexits.h), which tells a supervisor that a new start would not help. */
export const wrongSettingCode = 78;

/** The server cannot start, and the message says in Chinese what to do about it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
