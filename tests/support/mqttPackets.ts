/** Enough of MQTT 3.1.1 to speak to a broker in bytes, so that what is measured or tested is the server. */

const lengthPrefixed = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** `header`: the type of the packet and its flags. */
export function mqttPacket(header: number, body: Buffer): Buffer {
  const length: number[] = [];
  let left = body.length;
  for (; left >= 128; left >>= 7) length.push((left % 128) | 0x80);
  return Buffer.concat([Buffer.from([header, ...length, left]), body]);
}

/** Without a keep-alive. */
export const connectPacket = (clientId: string, username: string, password: string): Buffer =>
  mqttPacket(
    0x10,
    Buffer.concat([
      lengthPrefixed('MQTT'),
      Buffer.from([4, 0xc2, 0, 0]),
      lengthPrefixed(clientId),
      lengthPrefixed(username),
      lengthPrefixed(password),
    ]),
  );

/** QoS 0 by its header. */
export const publishPacket = (topic: string, payload: string, header = 0x30): Buffer =>
  mqttPacket(header, Buffer.concat([lengthPrefixed(topic), Buffer.from(payload)]));

const identified = (messageId: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(messageId);
  return bytes;
};

/** QoS 1, so that the broker answers with a PUBACK of this id. */
export const publishOncePacket = (topic: string, payload: string, messageId: number): Buffer =>
  mqttPacket(0x32, Buffer.concat([lengthPrefixed(topic), identified(messageId), Buffer.from(payload)]));

/** QoS 2: the broker keeps it until its PUBREL. */
export const publishExactlyOncePacket = (topic: string, payload: string, messageId: number): Buffer =>
  mqttPacket(0x34, Buffer.concat([lengthPrefixed(topic), identified(messageId), Buffer.from(payload)]));

/** Asks for each filter at QoS 1. */
export const subscribePacket = (filters: readonly string[], messageId = 1): Buffer =>
  mqttPacket(
    0x82,
    Buffer.concat([identified(messageId), ...filters.flatMap((filter) => [lengthPrefixed(filter), Buffer.from([1])])]),
  );

export const unsubscribePacket = (filters: readonly string[], messageId = 1): Buffer =>
  mqttPacket(0xa2, Buffer.concat([identified(messageId), ...filters.map((filter) => lengthPrefixed(filter))]));

export const pingPacket = mqttPacket(0xc0, Buffer.alloc(0));
