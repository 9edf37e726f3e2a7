// Which names of variables and flags are taken to hold a secret. Liberal: a value too many hidden costs less than one shown.

const SENSITIVE = /pass(?:word|wd|phrase|code)|passwd|pwd|token|secret|key|credential|authorization|cookie|pass(?:$|[^a-z])/i;
/** REDISCLI_AUTH, basic-auth, redisAuth: a word of its own, not the beginning of author or authority. */
const AUTH = /(?:^|[^A-Za-z])(?:auth|Auth|AUTH)(?:$|[^A-Za-z])|[a-z]Auth(?:$|[^a-z])/;
/** CREDS, DB_PW, ADMIN_PIN, APP_SALT: short words of their own. */
const SHORT = /(?:^|[^A-Za-z])(?:creds?|pw|pin|salt)(?:$|[^A-Za-z])/i;
const SHORT_HINT = /cred|pw|pin|salt/i;
const LOCATION = /(?:file|path|dir|directory|mount)$/i;
const PATH = /^\.{0,2}\//;

/** Of a variable, flag, parameter or header. */
export function isSensitiveName(name: string): boolean {
  return SENSITIVE.test(name) || AUTH.test(name) || (SHORT_HINT.test(name) && SHORT.test(name));
}

/** A variable's or flag's literal value that has to be hidden: not a reference to another variable, a switch, or the path of a file. */
export function isSensitiveLiteral(name: string, value: string): boolean {
  if (value === '' || value === 'true' || value === 'false' || !isSensitiveName(name)) return false;
  if (isReference(value)) return false;
  return !(LOCATION.test(name) && PATH.test(value));
}

const REFERENCE = String.raw`\$(?:\([A-Za-z0-9_.-]+\)|\{[A-Za-z0-9_.-]+\}|[A-Za-z_][A-Za-z0-9_]*|[0-9@*])`;
const REFERENCES = new RegExp(`^${REFERENCE}(?::${REFERENCE})?$`);

/** '$(NAME)', '$NAME', '${NAME}' or '$1', two of them with ':' between, and nothing else. */
export function isReference(value: string): boolean {
  return REFERENCES.test(value);
}
