import { SteppedClock } from '@rectrace/testing';
import { expect, test, vi } from 'vitest';
import type { PortsSession } from '../../api/pod-streams/pod-session.ts';
import { OPCODES } from '../frame-head.ts';
import { clientFrame, serverFrames, type WrittenFrame } from '../testing/client-frame.ts';
import { UpgradedClient } from '../testing/upgraded-client.ts';
import { portsOverWebSocket, tunnelledPorts } from './ports-over-web-socket.ts';

const SESSION: PortsSession = {
  kind: 'ports',
  asked: [8, 7],
  answerOf: (port) => ({ kind: 'answered', answer: port === 7 ? { port, echo: true } : { port, bytes: { base64: '*' } } }),
};

function clientOf(protocol: string): UpgradedClient {
  return new UpgradedClient({ 'sec-websocket-version': '13', 'sec-websocket-key': 'a', 'sec-websocket-protocol': protocol });
}

function closingOf(client: UpgradedClient): string | undefined {
  const payload = serverFrames(client.heard).find(({ opcode }) => opcode === OPCODES.close)?.payload;
  return payload === undefined ? undefined : `${payload.readUInt16BE(0)} ${payload.subarray(2)}`.trim();
}

test('a port that fails is told so on its channel; the others go on, and what went wrong here is told at the end', async () => {
  const client = clientOf('v4.channel.k8s.io');
  const outcome = expect(portsOverWebSocket(client.upgrade, SESSION)).rejects.toThrow('Invalid character');
  const onChannel = (channel: number): string =>
    Buffer.concat(serverFrames(client.heard).flatMap(({ payload }) => (payload[0] === channel ? [payload.subarray(1)] : []))).toString();
  await vi.waitFor(() => expect(onChannel(1)).toBe('\u0008\u0000error forwarding port 8: Invalid character'));
  client.say(clientFrame({ opcode: OPCODES.binary, payload: '\u0002said' }));
  await vi.waitFor(() => expect(onChannel(2)).toBe('\u0007\u0000said'));
  client.leave();
  await outcome;
});

test.each<readonly [string, WrittenFrame, string]>([
  ['reserved bits', { opcode: OPCODES.binary, reserved: [1] }, '1002 RSV1 set'],
  ['text', { opcode: OPCODES.text, payload: 'SPDY' }, '1000'],
  ['the end that the client gives', { opcode: OPCODES.close, payload: Buffer.from([0x03, 0xe9]) }, '1001'],
])('a tunnel ends at %s', async (_title, frame, closing) => {
  const client = clientOf('SPDY/3.1+portforward.k8s.io');
  const forwarded = tunnelledPorts(client.upgrade, SESSION, new SteppedClock());
  client.say(clientFrame(frame));
  await vi.waitFor(() => expect(closingOf(client)).toBe(closing));
  client.leave();
  await forwarded;
});
