// The audit log: what every request asked for, by whom, and how it was answered, told to a sink as it happens.
import type { Clock, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import type { ApiRequest, ApiResponse } from '../api/api-request.ts';
import { impersonated } from '../api/authorization/check-impersonation.ts';
import { parseRequestInfo, type RequestInfo } from '../api/request-info.ts';
import { type AuditEvent, type AuditStage, auditObject, auditUser, auditUserAgent, given } from './audit-event.ts';
import { parseTarget } from './request-target.ts';

export type AuditOptions = {
  readonly clock: Clock;
  /** Takes events in the order in which their stages are reached; must not throw. */
  readonly sink: (event: AuditEvent) => void;
};

/** A request as it arrived. */
export type AuditedArrival = {
  readonly auditId: string;
  readonly method: string;
  /** Path and query as sent. */
  readonly uri: string;
  readonly userAgent: string;
  readonly sourceIp: string;
};

/** Whom the request is of, once that is known. */
export type AuditedUser = Pick<ApiRequest, 'user' | 'impersonation'>;

const LONG_RUNNING_VERBS = ['watch', 'proxy'];
const LONG_RUNNING_SUBRESOURCES = ['attach', 'exec', 'log', 'portforward', 'proxy'];

/** One request, from its arrival to its end. */
export class AuditTrail {
  readonly #options: AuditOptions;
  readonly #arrival: AuditedArrival;
  readonly #info: RequestInfo | undefined;
  readonly #receivedAt: number;
  #user: AuditedUser | undefined;
  readonly #annotations: Record<string, string> = {};
  #status: AuditEvent['responseStatus'] | undefined;

  constructor(options: AuditOptions, arrival: AuditedArrival) {
    this.#options = options;
    this.#arrival = arrival;
    this.#info = parseRequestInfo({ method: arrival.method, ...parseTarget(arrival.uri) });
    this.#receivedAt = options.clock.now();
  }

  authenticated(user: AuditedUser): void {
    this.#user = user;
  }

  /** Of one key the first value counts. */
  annotate(key: string, value: string): void {
    this.#annotations[key] ??= value;
  }

  /** The answer is known, and its body begins. */
  answered(response: ApiResponse): void {
    this.#status = statusOf(response);
    if (this.#isLongRunning()) this.#tell('ResponseStarted');
  }

  /** Nothing more is written; also where nothing could be answered any more. */
  ended(): void {
    this.#status ??= { metadata: {}, status: 'Success', message: 'Connection closed early', code: 200 };
    this.#tell('ResponseComplete');
  }

  #isLongRunning(): boolean {
    const { verb = '', subresource = '' } = this.#info ?? {};
    return LONG_RUNNING_VERBS.includes(verb) || LONG_RUNNING_SUBRESOURCES.includes(subresource);
  }

  #tell(stage: AuditStage): void {
    const { auditId, uri, method, sourceIp, userAgent } = this.#arrival;
    const { user, impersonation } = this.#user ?? {};
    const objectRef = this.#info === undefined ? undefined : auditObject(this.#info);
    this.#options.sink({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: auditId,
      stage,
      requestURI: uri,
      verb: this.#info?.verb ?? method.toLowerCase(),
      user: user === undefined ? {} : auditUser(user),
      ...(impersonation === undefined ? {} : { impersonatedUser: auditUser(impersonated(impersonation)) }),
      sourceIPs: [sourceIp],
      ...given('userAgent', auditUserAgent(userAgent)),
      ...(objectRef === undefined ? {} : { objectRef }),
      responseStatus: this.#status ?? { metadata: {}, code: 0 },
      requestReceivedTimestamp: microTime(this.#receivedAt),
      stageTimestamp: microTime(this.#options.clock.now()),
      ...(Object.keys(this.#annotations).length === 0 ? {} : { annotations: { ...this.#annotations } }),
    });
  }
}

/** Of a Status all that it says; of anything else its code. */
function statusOf(response: ApiResponse): AuditEvent['responseStatus'] {
  const { status: code } = response;
  if (response.kind !== 'object' || response.value['kind'] !== 'Status') return { metadata: {}, code };
  const { kind: _kind, apiVersion: _version, metadata, ...said } = response.value;
  return { metadata: isJsonObject(metadata) ? metadata : ({} as JsonObject), ...said, code };
}

function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
