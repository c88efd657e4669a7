export const wrongSettingCode: number;
export const serverFlags: readonly string[];
export function isService(args: readonly string[]): boolean;
export function supervise(options: {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly steadyAfterMs?: number;
  readonly silentAfterMs?: number;
}): void;
