// Which proxy leads to the server: proxy-url of the kubeconfig, else HTTPS_PROXY or HTTP_PROXY unless NO_PROXY names the host. Go's rules.

import { BlockList, isIP } from 'node:net';
import { ConnectionOptionInvalid } from '../errors.ts';
import type { Environment } from './connection-options.ts';

export type ProxyChoice = { readonly kind: 'none' } | { readonly kind: 'connect' | 'socks'; readonly url: string };

/** @throws ConnectionOptionInvalid for an address that is no proxy's. */
export function chooseProxy({
  server,
  proxyUrl,
  env,
}: {
  readonly server: URL;
  readonly proxyUrl: string | undefined;
  readonly env: Environment;
}): ProxyChoice {
  if (proxyUrl !== undefined && proxyUrl !== '') return parseProxy(proxyUrl, 'proxy-url in the kubeconfig');
  const variable = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const url = env[variable] ?? env[variable.toLowerCase()] ?? '';
  if (url === '' || isExempt(server, env['NO_PROXY'] ?? env['no_proxy'] ?? '')) return { kind: 'none' };
  return parseProxy(url.includes('://') ? url : `http://${url}`, variable);
}

function parseProxy(text: string, where: string): ProxyChoice {
  if (!URL.canParse(text)) throw new ConnectionOptionInvalid(`${where} is no address; write http://HOST:PORT`);
  const { protocol } = new URL(text);
  if (protocol === 'http:' || protocol === 'https:') return { kind: 'connect', url: text };
  if (protocol === 'socks5:' || protocol === 'socks5h:') return { kind: 'socks', url: text };
  throw new ConnectionOptionInvalid(`${where} has the scheme ${protocol.slice(0, -1)}; http, https and socks5 are supported`);
}

/** NO_PROXY: '*', hosts ('a.b' also covers 'x.a.b', '.a.b' only 'x.a.b'), addresses, CIDR blocks, each with an optional port. Loopback never takes a proxy. @internal */
export function isExempt(server: URL, noProxy: string): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = server.port || (server.protocol === 'https:' ? '443' : '80');
  if (host === 'localhost' || host === '::1' || host.startsWith('127.')) return true;
  const entries = noProxy.split(',').map((entry) => entry.trim().toLowerCase());
  return entries.some((entry) => entry === '*' || (entry !== '' && covers(entry, { host, port })));
}

function covers(entry: string, { host, port }: { readonly host: string; readonly port: string }): boolean {
  if (entry.includes('/')) return inBlock(entry, host);
  const withPort = /^\[?([^\]]+?)\]?:([0-9]+)$/.exec(entry);
  const single = isIP(entry) === 0 && withPort !== null;
  if (single && withPort[2] !== port) return false;
  const name = (single ? withPort[1] : entry)?.replace(/^\*/, '') ?? '';
  if (name.startsWith('.')) return host.endsWith(name);
  return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
}

function inBlock(block: string, host: string): boolean {
  const [network = '', prefix = ''] = block.split('/');
  const family = isIP(network);
  if (family === 0 || isIP(host) !== family || !/^[0-9]+$/.test(prefix) || Number(prefix) > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
