// Says an odd request to a server and shows what came of it: its answers, and whether the connection goes on.
import { isJsonObject, parseJson, stringAt } from '@rectrace/kube';
import type { BareAnswer, BareServer } from '@rectrace/testing';
import { BareConnection } from '@rectrace/testing';
import type { OddRequest } from './odd-requests.ts';

export type OddTalk = {
  /** Of each answer: statuses of what came before it, its own, the reason of its Status, or its text. */
  readonly answers: readonly string[];
  readonly connection: 'goes on' | 'ends';
};

/** Longer than any server takes: one that says nothing is told by 'silence'. */
const TIMEOUT_MS = 60_000;

export async function talkOddly(
  server: BareServer,
  { bytes, withoutBody = false, answers = 1, ends = false }: OddRequest,
): Promise<OddTalk> {
  const connection = await BareConnection.open(server);
  try {
    connection.say(bytes);
    if (ends) connection.endSaying();
    const shown: string[] = [];
    while (shown.length < answers) {
      const heard = await connection.answer({ timeoutMs: TIMEOUT_MS, withoutBody });
      if (heard.kind === 'closed') return { answers: shown, connection: 'ends' };
      shown.push(heard.kind === 'silent' ? 'silence' : shownAnswer(heard.answer));
    }
    return { answers: shown, connection: ends || !(await goesOn(connection, server)) ? 'ends' : 'goes on' };
  } finally {
    connection.hangUp();
  }
}

/** Whether one more request is answered. */
async function goesOn(connection: BareConnection, { host }: BareServer): Promise<boolean> {
  connection.say(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const heard = await connection.answer({ timeoutMs: TIMEOUT_MS });
  return heard.kind === 'answer' && heard.answer.body.toString() === 'ok';
}

function shownAnswer({ status, provisional, body }: BareAnswer): string {
  return [...provisional, status, reasonIn(body.toString())].join(' ').trim();
}

function reasonIn(text: string): string {
  if (!text.startsWith('{')) return text.slice(0, 100).trim();
  const value = parsed(text);
  return isJsonObject(value) ? (stringAt(value, ['reason']) ?? stringAt(value, ['kind']) ?? '') : '';
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
