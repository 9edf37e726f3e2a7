// Answers whose errors the real server lists in an order of chance: it walks over maps. Recorded with the errors sorted.
import type { ApiRequest } from '@rectrace/testbed';
import type { Subject } from '../subject.ts';

type Cause = { readonly reason: string; readonly message: string; readonly field: string };
type Body = { readonly message?: string; readonly reason?: string; readonly details?: { readonly causes?: readonly Cause[] } };
type Sorted = { readonly status: number; readonly body: Body };

/** Asks, and records the answer with sorted causes, sorted warnings, and the message taken apart by its causes. */
export async function askSorted(subject: Subject, request: ApiRequest, name = ''): Promise<Sorted> {
  const response = await subject.prepare(request);
  const body = withoutTypeNames(response.body as Body);
  const causes = (body.details?.causes ?? []).toSorted((left, right) => (textOf(left) < textOf(right) ? -1 : 1));
  const sorted =
    causes.length === 0 ? body : { ...body, message: messageParts(body.message ?? '', causes), details: { ...body.details, causes } };
  const warnings = String(response.headers['warning'] ?? '')
    .split(/, ?(?=299 )/)
    .toSorted();
  subject.note(`${request.method ?? 'GET'} ${request.path} ${name}`, { status: response.status, warnings, body: sorted });
  return { status: response.status, body };
}

/** Types of rules are named anew whenever they are compiled. */
function withoutTypeNames(body: Body): Body {
  return JSON.parse(JSON.stringify(body).replaceAll(/\bselfType\d*/g, 'selfType')) as Body;
}

function textOf({ field, message }: Cause): string {
  return `${field}: ${message}`;
}

/** What is left of a message without its causes, each of which it has once. */
function messageParts(message: string, causes: readonly Cause[]): string {
  const texts = [...new Set(causes.map(textOf))].toSorted((left, right) => right.length - left.length);
  return texts.reduce((rest, text) => rest.replace(text, '·'), message);
}
