import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const fileWith = (text: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'tian-config-')), 'tian.config.json');
  writeFileSync(path, text);
  return path;
};

describe('configuration', () => {
  it('needs no setting at all', () => {
    const config = loadConfig({ env: {} });
    expect(config).toMatchObject({ PORT: 8080, MQTT_PORT: 1883, DEMO: true });
  });

  it.each([
    [{}, '127.0.0.1'],
    [{ DEMO: 'false' }, '0.0.0.0'],
    [{ HOST: '192.168.1.5' }, '192.168.1.5'],
    [{ HOST: '127.0.0.1', DEMO: 'false' }, '127.0.0.1'],
  ])(
    'a demo is reached from its own machine only, a real site from everywhere, unless HOST says otherwise: %o',
    (env, host) => {
      expect(loadConfig({ env }).HOST).toBe(host);
    },
  );

  it('takes the public address without its last stroke, as the codes in the cars begin with it', () => {
    expect(loadConfig({ env: { PUBLIC_URL: 'https://Lift.example.cn/' } }).PUBLIC_URL).toBe('https://lift.example.cn');
    expect(loadConfig({ env: {} }).PUBLIC_URL).toBeUndefined();
  });

  it('takes the environment before the file, and a switch before both', () => {
    const file = fileWith('{"PORT": 9000, "MQTT_PORT": 2000, "DEMO": true}');
    const config = loadConfig({ env: { CONFIG_FILE: file, PORT: '9001' }, switches: { DEMO: false } });
    expect(config).toMatchObject({ PORT: 9001, MQTT_PORT: 2000, DEMO: false });
  });

  it.each([
    [{ PORT: 'eighty' }, /PORT.*端口号/],
    [{ PORT: '70000' }, /PORT.*0–65535/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL.*postgres/],
    [{ MQTT_URL: 'localhost' }, /MQTT_URL.*mqtt/],
    [{ DEMO: 'maybe' }, /DEMO.*true 或 false/],
    [{ PUBLIC_URL: 'lift.example.cn' }, /PUBLIC_URL.*https/],
    [{ PUBLIC_URL: 'https://lift.example.cn/app?x=1' }, /PUBLIC_URL.*不带路径/],
    [{ TLS_CERT_FILE: '/a.pem' }, /TLS_KEY_FILE/],
    [{ CONFIG_FILE: '/nowhere/tian.json' }, /找不到配置文件/],
  ])('names the setting that cannot be used: %o', (env, message) => {
    expect(() => loadConfig({ env })).toThrow(message);
    expect(() => loadConfig({ env })).toThrow(ConfigError);
  });

  it('refuses an unknown name in the file, so that a misspelt setting is noticed', () => {
    expect(() => loadConfig({ env: { CONFIG_FILE: fileWith('{"PROT": 1}') } })).toThrow(/PROT/);
    expect(() => loadConfig({ env: { CONFIG_FILE: fileWith('not json') } })).toThrow(/不是有效的 JSON/);
  });
});
