import { mostSessionsOfUser, type EndReason } from './sessions.ts';

const texts: Readonly<Record<EndReason, string>> = {
  crowdedOut: `此账号同时登录超过 ${mostSessionsOfUser} 处，最早的一处已退出，请重新登录`,
  ended: '管理员已结束您的登录，请重新登录',
  disabled: '账号已停用，请联系管理员',
  passwordReset: '管理员已重置您的密码，请用新的一次性密码登录',
  passwordChanged: '密码已修改，请用新密码重新登录',
};

/** The message for a page whose session ended; undefined if the reason is not known. */
export const endReasonText = (reason: EndReason | undefined): string | undefined =>
  reason === undefined ? undefined : texts[reason];
