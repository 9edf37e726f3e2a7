// token: a ServiceAccount asks for a token of its own, bound to what it is for.
import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt, valueAt } from '@rectrace/kube';
import { mutateAdmitted, validateAdmitted } from '../admission/admission-plugin.ts';
import type { ApiResponse } from '../api-request.ts';
import type { AccountClaims, NamedObject } from '../authentication/account-claims.ts';
import { issueToken } from '../authentication/account-tokens.ts';
import type { TokenAuthority } from '../authentication/token-authority.ts';
import type { Draft } from '../draft.ts';
import { assign, ensureChild, fill } from '../draft.ts';
import type { Environment } from '../environment.ts';
import { badRequest, conflict, invalid, notFound, notImplemented } from '../failures.ts';
import { invalidValue } from '../field-error.ts';
import { noteWrite } from '../field-manager.ts';
import { metadataOf, nameOf, numberAt, timestamp, uidOf } from '../metadata.ts';
import { writeOptionsIn } from '../options/write-options.ts';
import { newUid } from '../random-source.ts';
import type { ObjectScope } from '../registry/registry.ts';
import { admissionOf, placeOf } from '../registry/registry.ts';
import type { ServedResource } from '../served-resource.ts';
import { answerObject } from '../verbs/answer.ts';
import { negotiateAnswer } from '../verbs/negotiate.ts';
import { managerOf, scopeOf } from '../verbs/object-scope.ts';
import { readObject } from '../verbs/read-body.ts';
import type { Target } from '../verbs/target.ts';

const STANDARD_SECONDS = 3_600;
const LEAST_SECONDS = 600;
const MOST_SECONDS = 2 ** 32;
/** What kubelets ask for on behalf of a pod: such a token lives for a year, so that clients that never read it again go on. */
const EXTENDED_SECONDS = 3_607;
const YEAR_SECONDS = 365 * 24 * 3_600;

/** `tokenRequest`: the kind that the body is of. @throws RequestRefused */
export async function handleTokenRequest(environment: Environment, target: Target, tokenRequest: ServedResource): Promise<ApiResponse> {
  const { tokenAuthority: authority } = environment;
  if (authority === undefined) throw notImplemented('a token of a ServiceAccount, without a signing key,');
  const shown = { ...target, resource: tokenRequest };
  const media = negotiateAnswer(environment, shown);
  const { draft, scope } = readRequest(environment, target, tokenRequest);
  const request = admissionOf(scope, { operation: 'CREATE', object: draft, shown: tokenRequest });
  await mutateAdmitted(environment.registry.admission, request);
  await validateAdmitted(environment.registry.admission, request);
  const account = environment.store.get(placeOf(scope, target.info.name))?.object;
  if (account === undefined) throw notFound(target.resource, target.info.name);
  checkName(draft, target);
  const seconds = secondsOf(draft);
  const managers = valueAt(draft, ['metadata', 'managedFields']);
  draft['metadata'] = pick(account, ['name', 'namespace', 'uid', 'creationTimestamp']);
  assign(metadataOf(draft), 'managedFields', managers);
  const claims = claimsOf(environment, { target, draft, account, seconds, authority });
  const status = {
    token: await issueToken(authority, claims),
    expirationTimestamp: timestamp((claims.issuedAt + seconds) * 1000),
  };
  return answerObject(environment, shown, { stored: { ...draft, status }, status: 201, media });
}

type TokenAsked = { readonly draft: Draft; readonly scope: ObjectScope };

/** @throws RequestRefused */
function readRequest(environment: Environment, target: Target, tokenRequest: ServedResource): TokenAsked {
  const options = writeOptionsIn(target.request.query, 'CreateOptions');
  const { draft, sent } = readObject(environment, { ...target, resource: tokenRequest }, options.fieldValidation);
  const scope = scopeOf(environment, target, options);
  fill(ensureChild(draft, 'spec'), 'expirationSeconds', STANDARD_SECONDS);
  const manager = managerOf(options.fieldManager, target.request.headers.userAgent);
  noteWrite(draft, undefined, { resource: tokenRequest, subresource: scope.subresource, manager, now: scope.now, sent });
  return { draft, scope };
}

function checkName(draft: Draft, { info }: Target): void {
  if (nameOf(draft) !== '' && nameOf(draft) !== info.name)
    throw badRequest(`metadata.name: Invalid value: ${JSON.stringify(nameOf(draft))}: must match the service account name`);
}

/** @throws RequestRefused (422) */
function secondsOf(draft: Draft): number {
  const seconds = numberAt(draft, ['spec', 'expirationSeconds']) ?? STANDARD_SECONDS;
  if (seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS) return seconds;
  const bound = seconds < LEAST_SECONDS ? 'less than 10 minutes' : 'larger than 2^32 seconds';
  const detail = `may not specify a duration ${bound}`;
  const error = invalidValue('spec.expirationSeconds', seconds, detail);
  throw invalid({ group: 'authentication.k8s.io', kind: 'TokenRequest', name: nameOf(draft) }, [error]);
}

type Issuing = {
  readonly target: Target;
  readonly draft: Draft;
  readonly account: JsonObject;
  readonly seconds: number;
  readonly authority: TokenAuthority;
};

function claimsOf(environment: Environment, { target, draft, account, seconds, authority }: Issuing): AccountClaims {
  const spec = ensureChild(draft, 'spec');
  if (listAt(spec, ['audiences']).length === 0) spec['audiences'] = [authority.issuer];
  spec['expirationSeconds'] = seconds;
  const audiences = listAt(spec, ['audiences']).map(String);
  const bound = boundObjects(environment, { target, draft });
  const extended = bound.pod !== undefined && seconds === EXTENDED_SECONDS && audiences.length === 1 && audiences[0] === authority.issuer;
  const issuedAt = Math.floor(environment.clock.now() / 1000);
  return {
    id: newUid(environment.random),
    audiences,
    namespace: target.info.namespace,
    account: { name: nameOf(account), uid: uidOf(account) },
    ...bound,
    issuedAt,
    expiresAt: issuedAt + (extended ? YEAR_SECONDS : seconds),
    ...(extended ? { warnAfter: issuedAt + seconds } : {}),
  };
}

type Bound = Pick<AccountClaims, 'pod' | 'secret' | 'node'>;

/** @throws RequestRefused where what the token is to be bound to is not there, or another one. */
function boundObjects(environment: Environment, { target, draft }: Pick<Issuing, 'target' | 'draft'>): Bound {
  const ref = valueAt(draft, ['spec', 'boundObjectRef']);
  if (ref === undefined || ref === null) return {};
  const [apiVersion, kind, name, uid] = ['apiVersion', 'kind', 'name', 'uid'].map((key) => stringAt(ref as JsonObject, [key]) ?? '');
  const { view } = environment.registry.admission;
  const found = (resource: string, namespace: string): JsonObject => {
    const object = view.get(resource, namespace, name ?? '');
    if (object === undefined) throw notFound({ group: '', resource }, name ?? '');
    if (uid !== '' && uid !== uidOf(object)) throw conflict({ group: '', resource }, name ?? '', otherUid(uid ?? '', object));
    return object;
  };
  switch (`${apiVersion}/${kind}`) {
    case 'v1/Pod':
      return boundPod(found('pods', target.info.namespace), target, view.get);
    case 'v1/Secret':
      return { secret: named(found('secrets', target.info.namespace)) };
    case 'v1/Node':
      return { node: named(found('nodes', '')) };
    default:
      throw badRequest(`cannot bind token to object of type ${apiVersion?.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`);
  }
}

type Lookup = (resource: string, namespace: string, name: string) => JsonObject | undefined;

function boundPod(pod: JsonObject, { info }: Target, get: Lookup): Bound {
  if (stringAt(pod, ['spec', 'serviceAccountName']) !== info.name)
    throw badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(info.name)} to pod running with different serviceaccount name.`,
    );
  const node = get('nodes', '', stringAt(pod, ['spec', 'nodeName']) ?? '');
  return { pod: named(pod), ...(node === undefined ? {} : { node: named(node) }) };
}

function pick(account: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.map((key) => [key, valueAt(account, ['metadata', key]) ?? null]));
}

function named(object: JsonObject): NamedObject {
  return { name: nameOf(object), uid: uidOf(object) };
}

function otherUid(uid: string, object: JsonObject): string {
  return `the UID in the bound object reference (${uid}) does not match the UID in record (${uidOf(object)}). The object might have been deleted and then recreated`;
}
