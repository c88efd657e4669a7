import type * as z from 'zod';

/** Chinese messages for issues without one of their own. Nothing that the caller typed is repeated. */
export const chineseIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? '缺少必填项' : `格式不正确，须为${typeLabels[issue.expected] ?? '规定的类型'}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `至少 ${issue.minimum} ${issue.origin === 'array' ? '项' : '个字符'}`
        : `不能小于 ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `最多 ${issue.maximum} ${issue.origin === 'array' ? '项' : '个字符'}`
        : `不能大于 ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'datetime' ? '时间格式不正确，须为带时区的 ISO 8601' : '格式不正确';
    case 'invalid_value':
      return '不是可选的值';
    default:
      return '内容不正确';
  }
};

const typeLabels: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  int: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  record: '对象',
  date: '时间',
};
