/** A clock for its page: a worker's timers keep running in a hidden tab. */
const everyMs = 1_000;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page is its only listener
setInterval(() => self.postMessage(null), everyMs);
