/** Deeper or longer ones are no event of WeChat's. */
const mostMembers = 60;
const member = /<([A-Za-z][\w]{0,40})>(?:<!\[CDATA\[([\s\S]*?)\]\]>|([^<&]*))<\/\1>/g;

/**
 * The members of a flat `<xml>` message of WeChat: `<Event><![CDATA[SCAN]]></Event>`. Nothing else of XML is read, so
 * there are no entities, no declarations and no nesting that could be abused. Undefined for any other text.
 */
export function readWechatXml(text: string): ReadonlyMap<string, string> | undefined {
  const [, inside] = /^\s*<xml>([\s\S]*)<\/xml>\s*$/.exec(text) ?? [];
  if (inside === undefined) return undefined;
  const members = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of inside.matchAll(member)) {
    // The first one counts: a second of the same name changes nothing.
    if (!members.has(name)) members.set(name, quoted ?? plain.trim());
    if (members.size > mostMembers) return undefined;
  }
  return members;
}
