import { inZone } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { parseFirstVersion } from './first-version.ts';
import { parseMessage } from './message-line.ts';
import { parseHeader } from './recording-header.ts';

const TOKYO = 'Asia/Tokyo';
const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web-0', namespace: 'plain' } };

test('a line whose time names no zone is damage, wherever it is read', () => {
  const first = { type: 'ADDED', object: POD, receivedAt: '2026-11-30T19:00:00' };
  expect(inZone(TOKYO, () => parseFirstVersion(first))).toEqual({ kind: 'invalid', reason: 'receivedAt is no time' });
  const second = { receivedAt: '2026-11-30T19:00:00', kind: 'Tick' };
  expect(inZone(TOKYO, () => parseMessage(second))).toEqual({ kind: 'invalid', reason: 'receivedAt is no time' });
});

test('a header whose start names no zone has no start, wherever it is read', () => {
  const header = { rectrace: 'recording', version: 2, startedAt: '2026-11-30T19:00:00' };
  const parsed = inZone(TOKYO, () => parseHeader(header));
  expect(parsed.kind === 'header' && parsed.header).not.toHaveProperty('startedAt');
});
