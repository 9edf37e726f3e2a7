// How command-line clients take a password besides by a telling name: redis-cli -a x, curl -u user:x, mysql -px. From their manuals.

/** name: in the words of a command, or in the image that it runs in. flags: options whose next word is the secret. words: the same without a dash. */
type Client = {
  readonly name: RegExp;
  readonly flags?: readonly string[];
  readonly words?: readonly string[];
  /** Letters of options whose value may follow at once. */
  readonly attached?: string;
  /** Whether other letters may stand before: curl -sSu user:x. */
  readonly grouped?: boolean;
};

const CLIENTS: readonly Client[] = [
  { name: /(?:redis|valkey|keydb)-cli/, flags: ['a'], words: ['auth'] },
  { name: /redis|valkey|keydb/, flags: ['masterauth'], words: ['masterauth', 'requirepass'] },
  { name: /mysql|mariadb/, attached: 'p' },
  { name: /sshpass|mongo/, flags: ['p'], attached: 'p' },
  { name: /curl/, flags: ['u', 'user', 'U', 'proxy-user', 'oauth2-bearer'], attached: 'uU', grouped: true },
  { name: /ldap/, flags: ['w'], attached: 'w' },
  { name: /sqlcmd|bcp/, flags: ['P'], attached: 'P' },
  { name: /smbclient|rpcclient/, flags: ['U', 'user'], attached: 'U' },
  { name: /openssl/, flags: ['passin', 'passout', 'k'] },
  { name: /etcdctl/, flags: ['user'] },
];

/** front: matches an option up to its value where that follows at once. */
export type Habits = { readonly flags: ReadonlySet<string>; readonly words: ReadonlySet<string>; readonly front: RegExp | undefined };

const NONE: Habits = { flags: new Set(), words: new Set(), front: undefined };

/** Of the clients that a text names. */
export function habitsIn(text: string): Habits {
  const clients = CLIENTS.filter(({ name }) => name.test(text));
  if (clients.length === 0) return NONE;
  const fronts = clients.flatMap(({ attached = '', grouped }) => (attached === '' ? [] : `${grouped ? '[A-Za-z#]*?' : ''}[${attached}]`));
  return {
    flags: new Set(clients.flatMap(({ flags = [] }) => flags)),
    words: new Set(clients.flatMap(({ words = [] }) => words)),
    front: fronts.length === 0 ? undefined : new RegExp(`^-(?:${fronts.join('|')})`),
  };
}
