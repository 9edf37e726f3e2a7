// The levels that a namespace's labels ask of its pods.
import type { Labels } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { invalidValue } from '../../field-error.ts';

export type SecurityLevel = 'privileged' | 'baseline' | 'restricted';

/** `version`: 'latest' or 'v1.N'. */
export type LevelVersion = { readonly level: SecurityLevel; readonly version: string };

export type SecurityPolicy = { readonly enforce: LevelVersion; readonly audit: LevelVersion; readonly warn: LevelVersion };

const LEVELS: readonly SecurityLevel[] = ['privileged', 'baseline', 'restricted'];
const VERSION = /^v1\.([0-9]|[1-9][0-9]*)$/;
const PREFIX = 'pod-security.kubernetes.io/';
const ALLOWED: LevelVersion = { level: 'privileged', version: 'latest' };

export function formatLevel({ level, version }: LevelVersion): string {
  return `${level}:${version}`;
}

/** Below 0 where the first is less strict. */
export function compareLevels(left: SecurityLevel, right: SecurityLevel): number {
  return LEVELS.indexOf(left) - LEVELS.indexOf(right);
}

/** Labels that can't be read are the strictest to enforce, and nothing to warn about. */
export function policyOf(labels: Labels): { readonly policy: SecurityPolicy; readonly errors: readonly FieldError[] } {
  const [enforce, audit, warn] = ['enforce', 'audit', 'warn'].map((mode) => readMode(labels, mode)) as [Mode, Mode, Mode];
  const enforced = levelVersion(enforce, 'restricted');
  const warned = levelVersion(warn, 'privileged');
  const follows = warn.level === undefined && enforce.level !== undefined && enforce.level !== 'unknown';
  const followed = { level: enforced.level, version: warn.version === undefined ? enforced.version : warned.version };
  return {
    policy: {
      enforce: enforced,
      audit: levelVersion(audit, 'privileged'),
      warn: follows && compareLevels(enforced.level, warned.level) > 0 ? followed : warned,
    },
    errors: [enforce, audit, warn].flatMap(({ errors }) => errors),
  };
}

type Mode = {
  /** Undefined where there is no label. */
  readonly level: SecurityLevel | 'unknown' | undefined;
  readonly version: string | undefined;
  readonly errors: readonly FieldError[];
};

function levelVersion({ level, version }: Mode, ifUnknown: SecurityLevel): LevelVersion {
  return { level: level === 'unknown' ? ifUnknown : (level ?? ALLOWED.level), version: version ?? ALLOWED.version };
}

function readMode(labels: Labels, mode: string): Mode {
  const [levelKey, versionKey] = [`${PREFIX}${mode}`, `${PREFIX}${mode}-version`];
  const [level, version] = [labels[levelKey], labels[versionKey]];
  const known = LEVELS.find((one) => one === level);
  const isVersion = version === undefined || version === 'latest' || VERSION.test(version);
  return {
    level: level === undefined ? undefined : (known ?? 'unknown'),
    version: isVersion ? version : 'latest',
    errors: [
      ...(level === undefined || known !== undefined ? [] : [labelError(levelKey, level, `must be one of ${LEVELS.join(', ')}`)]),
      ...(isVersion ? [] : [labelError(versionKey, version ?? '', 'must be "latest" or "v1.x"')]),
    ],
  };
}

function labelError(key: string, value: string, detail: string): FieldError {
  return invalidValue(`metadata.labels[${key}]`, value, detail);
}
