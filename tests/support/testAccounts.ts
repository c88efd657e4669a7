/** Password of every account of the small city. */
export const testPassword = 'Yun-chuan-2026';
