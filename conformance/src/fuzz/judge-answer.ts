// Whether an answer is one that an API server may give: a refusal is a Status whose code is that of the answer, or plain text where
// kube-apiserver answers so; where HTTP itself is broken, nothing but a status of 4xx and the end of the connection.
import { isJsonObject, parseJson, stringAt } from '@rectrace/kube';
import type { BareAnswer } from '@rectrace/testing';
import { parse } from 'yaml';

/** What no client may be told: that the program has a fault. */
const FAULT = 'the request could not be carried out';
const PROTOBUF_MAGIC = 'k8s\0';

/** Texts that kube-apiserver answers with in place of a Status: of paths that no resource has, of handshakes, of what pods' own servers say. */
const PLAIN = [
  /^404 page not found\n?$/,
  /^unable to determine kind and namespace from url, /,
  /^unable to upgrade: /,
  /^mismatch challenge\/response$/,
  /^missing or bad WebSocket Version$/,
  /^no answer is scripted for /,
  /^406: Not Acceptable/,
  /^415: Unsupported Media Type/,
  /^405: Method Not Allowed$/,
  /^Not Acceptable$/,
  /^Method Not Allowed\n?$/,
  /^$/,
];

type Answer = Pick<BareAnswer, 'status' | 'headers' | 'body'>;

export type Judged = {
  /** HEAD: nothing but the head can be judged. */
  readonly withoutBody: boolean;
  /** The only one that is right. */
  readonly status?: number | undefined;
};

/** What is wrong with it; undefined where nothing is. */
export function judgeAnswer({ status, headers, body }: Answer, { withoutBody, status: wanted }: Judged): string | undefined {
  if (status > 599) return `status ${status}`;
  if (wanted !== undefined && status !== wanted) return `status ${status} in place of ${wanted}`;
  if ([...headers.keys()].includes('x-injected')) return 'a header that the request made up';
  if (status < 400 || withoutBody) return undefined;
  const contentType = headers.get('content-type') ?? '';
  if (contentType.startsWith('application/json')) return judgeStatus(status, readJson(body));
  if (contentType.startsWith('application/yaml')) return judgeStatus(status, readYaml(body));
  if (contentType.startsWith('application/vnd.kubernetes.protobuf')) return judgeProtobuf(body);
  return judgeText(status, body.toString());
}

function readJson(body: Buffer): unknown {
  try {
    return parseJson(body.toString());
  } catch {
    return undefined;
  }
}

function readYaml(body: Buffer): unknown {
  try {
    return parse(body.toString());
  } catch {
    return undefined;
  }
}

function judgeStatus(status: number, value: unknown): string | undefined {
  if (!isJsonObject(value)) return `status ${status} with a body that is no object`;
  if (value['kind'] !== 'Status') return `status ${status} with the kind ${String(value['kind'])}`;
  if (value['code'] !== status) return `status ${status} with the code ${String(value['code'])}`;
  if (value['status'] !== 'Failure') return `status ${status} that is ${String(value['status'])}`;
  const message = stringAt(value, ['message']) ?? '';
  return message.includes(FAULT) ? `a fault of the program: ${message}` : undefined;
}

function judgeProtobuf(body: Buffer): string | undefined {
  const text = body.toString('latin1');
  if (!text.startsWith(PROTOBUF_MAGIC) || !text.includes('Status')) return 'protobuf that is no Status';
  return text.includes(FAULT) ? 'a fault of the program' : undefined;
}

function judgeText(status: number, text: string): string | undefined {
  return PLAIN.some((known) => known.test(text)) ? undefined : `status ${status} with the text ${JSON.stringify(text.slice(0, 200))}`;
}

/** Of a request that is no sound HTTP. `closed`: the server then ended the connection. */
export function judgeRefusal(answer: Answer, closed: boolean): string | undefined {
  if (answer.headers.has('audit-id')) return judgeAnswer(answer, { withoutBody: false });
  if (answer.status < 400) return `status ${answer.status} without an audit id`;
  if (answer.status >= 500 && answer.status !== 501 && answer.status !== 505) return `status ${answer.status} for what is no HTTP`;
  return closed ? undefined : `status ${answer.status} for what is no HTTP, and the connection goes on`;
}
