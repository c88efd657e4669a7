/**
 * The icons in use, by their PrimeIcons name. The stylesheet beside this file is generated from the list
 * (`npx tsx scripts/ui-theme.ts`), so that a page carries these few rules and not the whole icon set.
 */
export const iconNames = [
  'angle-double-left', 'angle-double-right', 'angle-down', 'angle-left', 'angle-right', 'angle-up', 'arrow-down',
  'arrow-left', 'arrow-right', 'arrow-right-arrow-left', 'arrow-up', 'arrow-up-right', 'ban', 'bars', 'bell', 'bell-slash', 'bolt',
  'book', 'building', 'building-columns', 'calendar', 'calendar-clock', 'camera', 'chart-bar', 'chart-line', 'chart-pie', 'check',
  'check-circle', 'check-square', 'chevron-down', 'chevron-left', 'chevron-right', 'chevron-up', 'circle',
  'circle-fill', 'clipboard', 'clock', 'clone', 'cloud', 'cog', 'comment', 'comments', 'copy', 'database',
  'desktop', 'directions', 'download', 'ellipsis-h', 'ellipsis-v', 'envelope', 'eraser', 'exclamation-circle',
  'exclamation-triangle', 'expand', 'external-link', 'eye', 'eye-slash', 'file', 'file-check', 'file-edit',
  'file-excel', 'filter', 'filter-slash', 'flag', 'folder', 'forward', 'gauge', 'globe', 'hashtag', 'heart', 'history', 'home',
  'hourglass', 'id-card', 'image', 'inbox', 'info-circle', 'key', 'language', 'link', 'list', 'list-check', 'lock', 'lock-open',
  'map', 'map-marker', 'megaphone', 'microchip', 'microphone', 'minus', 'minus-circle', 'mobile', 'moon', 'objects-column', 'pause',
  'pencil', 'phone', 'play', 'play-circle', 'plus', 'plus-circle', 'power-off', 'print', 'qrcode', 'question-circle', 'refresh',
  'replay', 'save', 'search', 'send', 'server', 'share-alt', 'shield', 'sign-in', 'sign-out', 'sitemap', 'sliders-h',
  'sort-alt', 'sort-amount-down', 'sort-amount-up', 'spinner', 'spinner-dotted', 'star', 'star-fill', 'stop', 'stop-circle',
  'stopwatch', 'sync', 'table', 'tag', 'tags', 'th-large', 'thumbs-down', 'thumbs-up', 'ticket', 'times',
  'times-circle', 'trash', 'truck', 'undo', 'unlock', 'upload', 'user', 'user-edit', 'user-minus', 'user-plus',
  'users', 'verified', 'video', 'volume-down', 'volume-off', 'volume-up', 'warehouse', 'wave-pulse', 'wifi', 'window-maximize',
  'window-minimize', 'wrench',
] as const;

/** An icon that the theme carries. */
export type IconName = (typeof iconNames)[number];
