import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type DetailedPeerCertificate } from 'node:tls';
import { asJson, stringAt } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderChart } from '../testing/render-chart.ts';
import { followTlsFiles } from './follow-tls-files.ts';
import { HttpServer } from './http-server.ts';
import type { TlsPair } from './tls-pair.ts';

let folder: string;
let server: HttpServer;
let stopping: AbortController;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-tls-'));
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await server.close();
  rmSync(folder, { recursive: true });
});

/** A pair as the chart makes one. */
async function newPair(): Promise<TlsPair> {
  const secret = (await renderChart({}, { name: 'r', namespace: 'obs' })).find(({ kind }) => kind === 'Secret');
  const text = (name: string): string => Buffer.from(stringAt(asJson(secret!), ['data', name]) ?? '', 'base64').toString();
  return { certificate: text('tls.crt'), key: text('tls.key') };
}

function write({ certificate, key }: TlsPair): void {
  writeFileSync(join(folder, 'tls.crt'), certificate);
  writeFileSync(join(folder, 'tls.key'), key);
}

async function servedSerial(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      const peer: DetailedPeerCertificate = socket.getPeerCertificate(true);
      socket.destroy();
      resolve(peer.serialNumber);
    });
    socket.on('error', reject);
  });
}

test('a renewed certificate is served without a restart; one that does not fit its key is said once and left aside', async () => {
  const [first, second] = [await newPair(), await newPair()];
  write(first);
  const services = { problem: () => undefined, alive: () => true, onFailure: () => undefined };
  server = new HttpServer(services, { tls: first });
  const port = await server.listen({ host: '127.0.0.1', port: 0 });
  const before = await servedSerial(port);
  const clock = new SteppedClock();
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const files = { certificateFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') };
  const following = followTlsFiles({ files, served: first, use: (pair) => server.useTls(pair), clock, log, signal: stopping.signal });
  write({ certificate: second.certificate, key: first.key });
  for (let minutes = 0; minutes < 2; minutes += 1) await clock.advance(60_000);
  expect(await servedSerial(port)).toBe(before);
  await expect.poll(() => lines).toEqual(['the certificate cannot be renewed; the one before is served on']);
  write(second);
  await clock.advance(60_000);
  await expect.poll(() => servedSerial(port)).not.toBe(before);
  expect(lines.slice(1)).toEqual(['the certificate was renewed']);
  stopping.abort();
  await following;
});
