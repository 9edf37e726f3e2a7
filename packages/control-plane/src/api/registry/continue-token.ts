// The continue token of a paged list: base64 of the revision and of the key after the last item, as the API server writes it.
import { isJsonObject } from '@rectrace/kube';
import { wordFor } from '../codec/decoding.ts';
import { readJson } from '../codec/read-json.ts';
import { badRequest } from '../failures.ts';
import { numberAt } from '../metadata.ts';

/** `start` is relative to what the list is about. */
export type ContinueToken = { readonly revision: number; readonly start: string };

const VERSION = 'meta.k8s.io/v1';
const INVALID = 'invalid continue token: continue key is not valid';

export function formatContinue({ revision, start }: ContinueToken): string {
  const text = JSON.stringify({ v: VERSION, rv: revision, start: `/${start}` });
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @throws RequestRefused */
export function parseContinue(token: string): ContinueToken {
  const read = readJson(decodeBase64(token));
  if (read.kind === 'malformed') throw badRequest(`${INVALID}: ${read.message}`);
  const { value } = read;
  if (!isJsonObject(value))
    throw badRequest(`${INVALID}: json: cannot unmarshal ${wordFor(value)} into Go value of type storage.continueToken`);
  const version = typeof value['v'] === 'string' ? value['v'] : '';
  const revision = numberAt(value, ['rv']) ?? 0;
  const start = typeof value['start'] === 'string' ? value['start'] : '';
  if (version !== VERSION) throw badRequest(`${INVALID}: server does not recognize this encoded version ${version}`);
  if (revision === 0) throw badRequest(`${INVALID}: incorrect encoded start resourceVersion (version ${VERSION})`);
  if (start === '') throw badRequest(`${INVALID}: encoded start key empty (version ${VERSION})`);
  return { revision, start: cleaned(start) };
}

function decodeBase64(token: string): string {
  const wrong = /[^A-Za-z0-9_-]/.exec(token)?.index;
  if (wrong !== undefined || token.length % 4 === 1)
    throw badRequest(`${INVALID}: illegal base64 data at input byte ${wrong ?? token.length - 1}`);
  const binary = atob(token.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}

/** No token leads out of its list. */
function cleaned(start: string): string {
  const key = start.startsWith('/') ? start : `/${start}`;
  const steps = key.slice(1).split('/');
  if (steps.some((step) => step === '' || step === '.' || step === '..')) throw badRequest(`${INVALID}: ${start}`);
  return key.slice(1);
}
