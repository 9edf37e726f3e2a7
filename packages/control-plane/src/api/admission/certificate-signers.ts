// The Certificate plugins: who may approve and sign requests for certificates, and what nobody gets a certificate for.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals, stringAt, valueAt } from '@rectrace/kube';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { AdmissionPlugin, AdmissionRequest } from './admission-plugin.ts';
import { createdOf, refusal } from './concerns.ts';

const REQUESTS = 'certificatesigningrequests.certificates.k8s.io';
const CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client';
const MASTERS = 'system:masters';

export function certificateApproval(authorizer: Authorizer): AdmissionPlugin {
  return {
    name: 'CertificateApproval',
    validate: (request) => {
      if (isUpdateOf(request, 'approval')) confirmSigner(request, 'approve', authorizer);
    },
  };
}

export function certificateSigning(authorizer: Authorizer): AdmissionPlugin {
  return {
    name: 'CertificateSigning',
    validate: (request) => {
      const { object, old } = request;
      const moved = ['certificate', 'conditions'].some(
        (field) => !jsonEquals(valueAt(object, ['status', field]) ?? null, valueAt(old, ['status', field]) ?? null),
      );
      if (isUpdateOf(request, 'status') && moved) confirmSigner(request, 'sign', authorizer);
    },
  };
}

export const certificateSubjectRestriction: AdmissionPlugin = {
  name: 'CertificateSubjectRestriction',
  validate: (request) => {
    const signing = createdOf(request, REQUESTS);
    if (signing === undefined || signerOf(signing) !== CLIENT_SIGNER || !organizationsIn(signing).includes(MASTERS)) return;
    throw refusal(request, `use of ${CLIENT_SIGNER} signer with ${MASTERS} group is not allowed`);
  },
};

function isUpdateOf({ operation, resource, subresource }: AdmissionRequest, wanted: string): boolean {
  return operation === 'UPDATE' && resource.storage === REQUESTS && subresource === wanted;
}

function signerOf(signing: JsonObject): string {
  return stringAt(signing, ['spec', 'signerName']) ?? '';
}

/** By name, or for all signers of the domain. What is stored counts. @throws RequestRefused (403) */
function confirmSigner(request: AdmissionRequest, verb: 'approve' | 'sign', authorizer: Authorizer): void {
  const signer = signerOf(request.old ?? {});
  const names = [signer, `${signer.split('/')[0]}/*`];
  const signers = { group: 'certificates.k8s.io', version: '*', resource: 'signers', subresource: '', namespace: '' };
  const allowed = names.some((name) => authorizer.decide({ kind: 'resource', user: request.user, verb, ...signers, name }).allowed);
  if (!allowed) throw refusal(request, `user not permitted to ${verb} requests with signerName ${JSON.stringify(signer)}`);
}

/** DER of the attribute type organizationName (2.5.4.10). */
const ORGANIZATION = '\x06\x03\x55\x04\x0a';
const PEM = /-----BEGIN CERTIFICATE REQUEST-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE REQUEST-----/;
const LONG_FORM = 0x80;

/** What the subject of the request names as its organizations: groups, for the API server. */
function organizationsIn(signing: JsonObject): readonly string[] {
  const der = decoded((PEM.exec(decoded(stringAt(signing, ['spec', 'request']) ?? ''))?.[1] ?? '').replaceAll(/\s/g, ''));
  return der
    .split(ORGANIZATION)
    .slice(1)
    .map((rest) => textIn(rest));
}

/** The text at the start: a tag, its length, its letters. No organization that counts is longer than the short form of lengths. */
function textIn(der: string): string {
  const length = der.charCodeAt(1);
  return length < LONG_FORM ? der.slice(2, 2 + length) : '';
}

/** Bytes, a letter each; '' for what is no base64. */
function decoded(base64: string): string {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(base64) && base64.length % 4 === 0 ? atob(base64) : '';
}
