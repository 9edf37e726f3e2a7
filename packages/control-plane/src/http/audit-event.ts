// Events of the audit log as kube-apiserver writes them at the level Metadata (audit.k8s.io/v1): who asked for what, and how it was answered.
import type { JsonObject } from '@rectrace/kube';
import type { RequestInfo } from '../api/request-info.ts';
import type { UserInfo } from '../api/strategy.ts';

/** `ResponseStarted` comes before the body of requests that take long, `ResponseComplete` at the end of every one. */
export type AuditStage = 'ResponseStarted' | 'ResponseComplete';

export type AuditUser = {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
};

export type AuditEvent = {
  readonly kind: 'Event';
  readonly apiVersion: 'audit.k8s.io/v1';
  readonly level: 'Metadata';
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  /** Empty where the credentials were refused. */
  readonly user: Partial<AuditUser>;
  readonly impersonatedUser?: AuditUser;
  readonly sourceIPs: readonly string[];
  readonly userAgent?: string;
  /** As far as the path names it. */
  readonly objectRef?: {
    readonly resource: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly apiGroup?: string;
    readonly apiVersion: string;
    readonly subresource?: string;
  };
  readonly responseStatus: { readonly metadata: JsonObject; readonly code: number; readonly [field: string]: unknown };
  /** RFC 3339 to the microsecond, as the next. */
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  /** What the parts of the API have to say of it: the decision of the authorizer, and why; what admission found. */
  readonly annotations?: Readonly<Record<string, string>>;
};

const LONGEST_USER_AGENT = 1024;
const CUT = '...TRUNCATED';

export function auditUser({ name, uid, groups, extra }: UserInfo): AuditUser {
  return {
    username: name,
    ...(uid === undefined ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(extra === undefined || Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

export function auditUserAgent(userAgent: string): string {
  return userAgent.length > LONGEST_USER_AGENT ? userAgent.slice(0, LONGEST_USER_AGENT) + CUT : userAgent;
}

/** Undefined where the path names no resource. */
export function auditObject(info: RequestInfo): AuditEvent['objectRef'] {
  if (!info.isResourceRequest) return undefined;
  return {
    resource: info.resource,
    ...given('namespace', info.namespace),
    ...given('name', info.name),
    ...given('apiGroup', info.group),
    apiVersion: info.version,
    ...given('subresource', info.subresource),
  };
}

/** Absent where it is empty. */
export function given<Name extends string>(name: Name, value: string): { readonly [Key in Name]?: string } {
  return value === '' ? {} : ({ [name]: value } as { readonly [Key in Name]?: string });
}
