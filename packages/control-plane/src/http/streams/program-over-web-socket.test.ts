import { expect, test, vi } from 'vitest';
import type { Program, ProgramSession } from '../../api/pod-streams/pod-session.ts';
import { programOf } from '../../api/pod-streams/scripted-program.ts';
import { OPCODES } from '../frame-head.ts';
import { clientFrame, serverFrames } from '../testing/client-frame.ts';
import { UpgradedClient } from '../testing/upgraded-client.ts';
import { runOverWebSocket } from './program-over-web-socket.ts';

const ECHO = programOf({ stdin: 'echo' });
const CLOSED = '1000';
/** Stands before the number of a channel that ends. */
const END = 255;

type Run = { readonly client: UpgradedClient; readonly ended: Promise<void> };

function start({
  program = ECHO,
  stdin = true,
  protocol = 'v5.channel.k8s.io',
}: {
  readonly program?: Program;
  readonly stdin?: boolean;
  readonly protocol?: string;
} = {}): Run {
  const headers = { 'sec-websocket-version': '13', 'sec-websocket-key': 'a', 'sec-websocket-protocol': protocol };
  const client = new UpgradedClient(headers);
  const session: ProgramSession = { kind: 'program', streams: { stdin, stdout: true, stderr: false, tty: false }, program };
  return { client, ended: runOverWebSocket(client.upgrade, session) };
}

/** e.g. '1:out' of channel 1; codes of close frames. */
function told({ heard }: UpgradedClient): readonly string[] {
  return serverFrames(heard).map(({ opcode, payload }) =>
    opcode === OPCODES.close ? String(payload.readUInt16BE(0)) : `${payload[0]}:${payload.subarray(1)}`,
  );
}

function say(client: UpgradedClient, channel: number, payload: string): void {
  client.say(clientFrame({ opcode: OPCODES.binary, payload: Buffer.concat([Buffer.from([channel]), Buffer.from(payload)]) }));
}

test('what is said to the program until its channel ends comes back', async () => {
  const { client, ended } = start();
  say(client, 0, 'said');
  say(client, END, '\u0000');
  await vi.waitFor(() => expect(told(client)).toEqual(['1:', '1:said', '3:{"metadata":{},"status":"Success"}', CLOSED]));
  client.leave();
  await ended;
});

test('a program whose stdin is not asked for has none', async () => {
  const { client, ended } = start({ stdin: false });
  say(client, 0, 'to nobody');
  await vi.waitFor(() => expect(told(client)).toEqual(['1:', '3:{"metadata":{},"status":"Success"}', CLOSED]));
  client.leave();
  await ended;
});

test.each([
  ['of no channel', '\u0005'],
  ['of no channel at all', ''],
  ['of two', '\u0000\u0001'],
])('an end %s ends the connection', async (_title, channels) => {
  const { client, ended } = start();
  say(client, END, channels);
  await vi.waitFor(() => expect(told(client)).toEqual(['1:', CLOSED]));
  client.leave();
  await ended;
});

test('what is no base64 is passed over', async () => {
  const { client, ended } = start({ protocol: 'base64.channel.k8s.io' });
  const sayText = (payload: string): void => client.say(clientFrame({ opcode: OPCODES.text, payload }));
  for (const payload of ['0c2Fp!', '0c2Fp\nZA==', '0YQ=']) sayText(payload);
  await vi.waitFor(() => expect(serverFrames(client.heard).map(({ payload }) => payload.toString())).toEqual(['1', '1c2FpZA==']));
  client.leave();
  await ended;
});

test('a program that fails is told on the error channel, and here', async () => {
  const { client, ended } = start({ program: { kind: 'runs', run: () => Promise.reject(new Error('out of order')) } });
  await expect(ended).rejects.toThrow('out of order');
  await vi.waitFor(() => expect(told(client).at(-1)).toBe(CLOSED));
  expect(told(client)[1]).toMatch(/^3:\{.*"error executing command in container: out of order".*"code":500\}$/);
});

test('what fails after the client has gone disturbs nobody', async () => {
  const failing = Promise.withResolvers<never>();
  const { client, ended } = start({ program: { kind: 'runs', run: () => failing.promise } });
  client.leave();
  await vi.waitFor(() => expect(told(client).at(-1)).toBe(CLOSED));
  failing.reject(new Error('too late'));
  await expect(ended).rejects.toThrow('too late');
});
