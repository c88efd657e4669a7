import { CopyButton } from '../../../ui/copy/CopyButton.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import type { Contact, ContactLine } from './contactsOf.ts';
import { Spoken } from '../../../ui/Spoken/Spoken.tsx';

/** Returns the address for a dialler of a number as people write it. */
const telHref = (phone: string): string => `tel:${phone.replaceAll(/[^\d+*#]/g, '')}`;

const emergency = [
  { number: '119', name: '消防' },
  { number: '120', name: '急救' },
  { number: '110', name: '公安' },
] as const;

/** The first line's label stands beside the name, where it takes no room from the number. */
function Line({ role, line: { phone, label }, isFirst }: { role: string; line: ContactLine; isFirst: boolean }) {
  return (
    <span className="rc-contact__reach">
      <a className="rc-contact__phone" href={telHref(phone)} aria-label={`拨打${role}${label} ${phone}`}>
        <Icon name="phone" />
        <Spoken>{phone}</Spoken>
      </a>
      {label !== '' && !isFirst && <span className="rc-contact__label">{label}</span>}
      <CopyButton text={phone} label={`${role}${label}电话`} />
    </span>
  );
}

/** The people to ring, a company's 24-hour telephone before its contact person: click to dial, or copy. */
export function Contacts({ contacts }: { contacts: readonly Contact[] }) {
  return (
    <Panel title="联系人" icon="phone">
      <ul className="rc-contacts">
        {contacts.map(({ role, name, lines }) => (
          <li key={role} className="rc-contact">
            <span className="rc-contact__role">{role}</span>
            <span className="rc-contact__name" title={name}>
              {lines?.[0] !== undefined && lines[0].label !== '' && `${lines[0].label} · `}
              {name === '' ? '未登记' : name}
            </span>
            {lines === null && <span className="rc-contact__none">正在读取电话…</span>}
            {lines?.length === 0 && <span className="rc-contact__none">未登记电话</span>}
            {lines?.map((line, place) => (
              <Line key={line.phone} role={role} line={line} isFirst={place === 0} />
            ))}
          </li>
        ))}
      </ul>
      <ul className="rc-emergency" aria-label="紧急电话">
        {emergency.map(({ number, name }) => (
          <li key={number}>
            <a href={telHref(number)} aria-label={`拨打${number}${name}`}>
              <strong>{number}</strong> {name}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
