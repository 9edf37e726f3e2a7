// What is particular to a kind, as data and functions: the registry does the rest for all kinds alike.
// A kind without a hand-written strategy has all of it by default: stored as decoded, checked by its metadata only.
import type { Json, JsonObject } from '@rectrace/kube';
import type { Draft } from './draft.ts';
import type { FieldError } from './field-error.ts';
import type { DeleteOptions } from './options/delete-options.ts';
import type { Reservation } from './reservation.ts';
import type { NameRule } from './validation/name-rules.ts';

export type UserInfo = {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
};

/** What a strategy may know of the request. */
export type StrategyContext = {
  /** RFC 3339, to the second. */
  readonly now: string;
  readonly user: UserInfo;
  readonly namespace: string;
  /** Tells the client, whatever the answer will be. */
  readonly warn: (text: string) => void;
};

/** How generation moves. `none`: never set. `counted`: 1 at the start, one more when any of `fields` changes, or annotations where they count. */
export type GenerationRule =
  | { readonly kind: 'none' }
  | { readonly kind: 'counted'; readonly fields: readonly string[]; readonly annotations: boolean };

export type FieldRule = Readonly<Record<string, (object: JsonObject) => string>>;

export type ResourceStrategy = {
  readonly allowCreateOnUpdate: boolean;
  /** A PUT without a resourceVersion overwrites. */
  readonly allowUnconditionalUpdate: boolean;
  /** A deletion answers the object instead of a Status. */
  readonly returnsDeletedObject: boolean;
  readonly garbageCollection: 'delete' | 'orphan' | 'unsupported';
  readonly generation: GenerationRule;
  readonly nameRule: NameRule;
  /** Of built-in kinds, finalizers need a domain. */
  readonly strictFinalizers: boolean;
  /** False where the checks of the kind leave metadata to those of all kinds. */
  readonly ownMetadataRules?: false;
  /** The last change before it is stored. */
  readonly canonicalize?: (draft: Draft) => void;
  /** The first update is stored even if it changes nothing: what is created is stored without a default that reading it fills in. */
  readonly storesFirstUpdate?: true;
  /** Holds an object whose last finalizer an update took. */
  readonly keepsAfterFinalizers?: (object: JsonObject) => boolean;
  /** Marks an object to be deleted in a way of its own: 'marked' stores the draft, 'held' leaves all as it is. */
  readonly markForDeletion?: (marked: Draft, context: StrategyContext) => 'marked' | 'held' | 'proceed';
  readonly prepareForCreate?: (draft: Draft, context: StrategyContext) => void;
  readonly prepareForUpdate?: (draft: Draft, old: JsonObject, context: StrategyContext) => void;
  readonly validate?: (object: JsonObject, context: StrategyContext) => readonly FieldError[];
  /** Beside what `validate` says of the new object. */
  readonly validateUpdate?: (object: JsonObject, old: JsonObject, context: StrategyContext) => readonly FieldError[];
  /** Where an update is not checked by `validate` but by this. */
  readonly validateOnUpdate?: (object: JsonObject, context: StrategyContext) => readonly FieldError[];
  /** `old`: of an update. */
  readonly warnings?: (object: JsonObject, old?: JsonObject) => readonly string[];
  /** What the client is told of a deletion whatever becomes of it. */
  readonly deletionWarning?: (options: DeleteOptions) => string | undefined;
  /** Seconds of grace; undefined where the object goes at once. */
  readonly gracePeriod?: (object: JsonObject, options: DeleteOptions) => number | undefined;
  /** What is kept beside the object. */
  readonly reservation?: Reservation;
  /** Fields that selectors may name. */
  readonly selectableFields: FieldRule;
  /** What is said of any other field. */
  readonly unknownField: (field: string) => string;
  /** Subresources that show and write the object itself, each in its way. */
  readonly views?: Readonly<Record<string, ObjectView>>;
  /** What is written through /status. Absent where the resource has no such subresource. */
  readonly status?: StatusStrategy;
};

/** What a subresource writes of its object. */
export type ObjectView = {
  readonly prepareForUpdate: (draft: Draft, old: JsonObject, context: StrategyContext) => void;
  readonly validateUpdate: (object: JsonObject, old: JsonObject) => readonly FieldError[];
};

export type StatusStrategy = {
  /** Top-level fields that belong to /status; the main resource leaves them alone. */
  readonly fields: readonly string[];
  /** Metadata fields that a write to /status leaves alone. */
  readonly keptMetadata: readonly string[];
  /** False where the checks of the status leave metadata to those of all kinds. */
  readonly ownMetadataRules?: false;
  /** What a new object's status is, whatever the client sent; 'sent': as the client sent it. */
  readonly atCreation: Json | 'sent';
  readonly prepareForUpdate?: (draft: Draft, old: JsonObject, context: StrategyContext) => void;
  readonly validateUpdate?: (object: JsonObject, old: JsonObject, context: StrategyContext) => readonly FieldError[];
  readonly warnings?: (object: JsonObject) => readonly string[];
};

/** What status subresources leave alone that leave metadata alone. */
export const STATUS_KEEPS_METADATA: readonly string[] = [
  'generation',
  'selfLink',
  'deletionTimestamp',
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
];
