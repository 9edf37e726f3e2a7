// Which fields of any object hold a secret, by their names: dbPassword, root_password, x.io/api-token, secretKey. What a name ends in says what the
// field holds, so that secretName, passwordSecretRef, tokenExpirationSeconds and topologyKey, which only point to one or speak of one, stay readable.

const LONGEST_NAME = 80;
/** Most names are decided here. */
const HINT = /pass|pwd|pw|token|secret|key|cred|auth/i;
const FORM = '(?:plain|text|plaintext|value|string|base64|b64|old|new|current|[0-9]{1,3})?$';
const WORD = new RegExp(`(?:pass(?:words?|wds?|phrases?|codes?)|pwds?|tokens?|credentials?)(?:hash|data)?${FORM}`);
const KEY = new RegExp(
  `(?:access|secret|api|private|encrypt(?:ion)?|signing|master|account|storage|auth|hmac|shared|licen[cs]e|client|admin|restuser|ssh|deploy|session|aes|unseal)keys?(?:data|pem)?${FORM}`,
);
const SECRET = new RegExp(
  `(?:^|client|app|application|consumer|shared|hmac|jwt|oauth2?|oidc|api|session|cookie|signing|webhook|bot)secrets?(?:data)?${FORM}`,
);
/** Words of their own, not the end of bypass or of another word. */
const SHORT_WORD = /(?:^|[^A-Za-z])(?:pass|pw|creds?|PASS|PW|CREDS?)$|[a-z0-9](?:Pass|P[Ww]|Creds?)$/;
const AUTH = /(?:^|[^A-Za-z])(?:auth|AUTH)$|[a-z0-9]Auth$/;
/** What is no secret though it ends in a word for one: for the kubelet to make, for pages of a list, sums by which Pods follow a Secret. */
const NO_SECRET = /serviceaccounttokens?$|(?:continue|page|resume|max|min|num|total|prompt|completion)tokens?$|publickey(?:data|pem)?$/;
const POLICY_OF_AUTH = /(?:client|tls|mutual|require|enable|disable|skip)[-_]?auth$/i;
const AUTH_MODES =
  /^(?:none|off|on|no|yes|required?|optional|want|need|basic|digest|tls|mtls|oauth2?|oidc|ldap|external|internal|enabled|disabled)$/i;

/** text: hidden whatever it is. auth: hidden where it is a text, its members go by their own names. key: hidden unless it names the key of a Secret. */
export type SecretField = 'text' | 'auth' | 'key';

/** What a field of this name holds; undefined: no secret. */
export function secretFieldKind(name: string): SecretField | undefined {
  if (!HINT.test(name) || name.startsWith('checksum/')) return undefined;
  const last = name.slice(Math.max(name.lastIndexOf('/') + 1, name.length - LONGEST_NAME));
  const joined = last.replace(/[-_.]/g, '').toLowerCase();
  if (NO_SECRET.test(joined)) return undefined;
  if (WORD.test(joined) || SECRET.test(joined) || SHORT_WORD.test(last)) return 'text';
  if (KEY.test(joined)) return 'key';
  return AUTH.test(last) && !POLICY_OF_AUTH.test(last) ? 'auth' : undefined;
}

/** A way to let in, by its name: not a secret of anybody. */
export function isAuthMode(value: string): boolean {
  return AUTH_MODES.test(value);
}

const PLAIN_MEMBERS = new Set(
  'name namespace key kind apiVersion apiGroup group version uid optional mode defaultMode path items algorithm size encoding audience user username userName login host hostname port endpoint type engine provider format length enabled'.split(
    ' ',
  ),
);
const REFERENCE =
  /(?:Names?|Refs?|References?|Path|File|Policy|Seconds|Time|Namespace|Key|Keys|From|Selector|Secrets?|Type|Mode|Version)$|^(?:secret|existingSecret)$/;
const SECRET_BESIDE = ['secretName', 'secretRef', 'remoteRef', 'sourceRef', 'existingSecret', 'secretNamespace', 'valueFrom'];

/** A member of a field that holds a secret which only says where it is, or of whom: password.name, password.secretKeyRef, credentials.username. */
export function isPlainMember(name: string): boolean {
  return PLAIN_MEMBERS.has(name) || (REFERENCE.test(name) && secretFieldKind(name) === undefined);
}

/** Whether an object says that it names the key of a Secret: {secretName: s, secretKey: password}. */
export function pointsToSecret(object: Readonly<Record<string, unknown>>): boolean {
  return SECRET_BESIDE.some((name) => object[name] !== undefined);
}
