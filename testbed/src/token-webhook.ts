// Answers the API server's TokenReviews from a folder of files, one per token, so that users can be added while it runs, by any process.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';

export interface TokenUser {
  readonly name: string;
  readonly groups: readonly string[];
}

/** Makes a token for a user; it is good from now on. */
export async function issueToken(folder: string, user: TokenUser): Promise<string> {
  const token = newToken();
  await writeFile(fileOf(folder, token), JSON.stringify(user), { mode: 0o600 });
  return token;
}

/** A random bearer token. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

export interface TokenWebhook {
  stop(): Promise<void>;
}

/** Serves TokenReviews at `http://127.0.0.1:port/`. */
export async function startTokenWebhook(folder: string, port: number): Promise<TokenWebhook> {
  const server: Server = createServer((request, response) => {
    review(request, folder).then(
      (body) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function review(request: IncomingMessage, folder: string): Promise<object> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { apiVersion, spec } = JSON.parse(Buffer.concat(chunks).toString()) as { apiVersion: string; spec: { token: string } };
  const user = await userOf(folder, spec.token);
  const status =
    user === undefined
      ? { authenticated: false }
      : { authenticated: true, user: { username: user.name, uid: user.name, groups: user.groups } };
  return { apiVersion, kind: 'TokenReview', status };
}

async function userOf(folder: string, token: string): Promise<TokenUser | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(folder, token), 'utf8')) as TokenUser;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function fileOf(folder: string, token: string): string {
  return join(folder, `${createHash('sha256').update(token).digest('hex')}.json`);
}
