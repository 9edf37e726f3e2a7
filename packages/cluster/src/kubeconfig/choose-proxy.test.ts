import { describe, expect, test } from 'vitest';
import { chooseProxy, isExempt } from './choose-proxy.ts';

const SERVER = new URL('https://api.kube.example:6443');

describe('which proxy', () => {
  test.each([
    [{}, undefined, { kind: 'none' }],
    [{ HTTPS_PROXY: 'http://p:1' }, undefined, { kind: 'connect', url: 'http://p:1' }],
    [{ https_proxy: 'p:1' }, undefined, { kind: 'connect', url: 'http://p:1' }],
    [{ HTTP_PROXY: 'http://p:1' }, undefined, { kind: 'none' }],
    [{ HTTPS_PROXY: 'http://p:1' }, 'socks5://s:2', { kind: 'socks', url: 'socks5://s:2' }],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'kube.example' }, undefined, { kind: 'none' }],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, 'https://q:3', { kind: 'connect', url: 'https://q:3' }],
  ])('%j with proxy-url %s', (env, proxyUrl, expected) => {
    expect(chooseProxy({ server: SERVER, proxyUrl, env })).toEqual(expected);
  });
});

describe('NO_PROXY', () => {
  test.each([
    ['https://10.0.0.5:443', '10.0.0.0/8', true],
    ['https://11.0.0.5:443', '10.0.0.0/8', false],
    ['https://10.0.0.5:443', '10.0.0.5', true],
    ['https://10.0.0.5:443', '0.0.0.5', false],
    ['https://[fd00::1]:443', 'fd00::/8', true],
    ['https://a.b.c', 'b.c', true],
    ['https://b.c', 'b.c', true],
    ['https://b.c', '.b.c', false],
    ['https://a.b.c', '*.b.c', true],
    ['https://xb.c', 'b.c', false],
    ['https://b.c:6443', 'b.c:6443', true],
    ['https://b.c:443', 'b.c:6443', false],
    ['https://b.c', 'x, B.C ,y', true],
    ['https://b.c', '', false],
    ['https://b.c', '10.0.0.0/99', false],
    ['https://localhost:6443', '', true],
    ['https://127.0.0.1:6443', '', true],
  ])('%s with %s: %s', (server, noProxy, expected) => {
    expect(isExempt(new URL(server), noProxy)).toBe(expected);
  });
});
