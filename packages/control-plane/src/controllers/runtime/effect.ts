// What a controller wants done, as values. The loop carries it out; a controller never calls the API itself.
import type { Json, JsonObject, KubeObject } from '@rectrace/kube';
import type { Resource } from './resource.ts';

export type Effect =
  /** The name may be left to the server (generateName). */
  | {
      readonly kind: 'create';
      readonly resource: Resource;
      /** metadata.namespace says where. */
      readonly object: JsonObject;
      /** What to tell of it once it is made: only then its name is known. */
      readonly tell?: (created: KubeObject) => EventText;
    }
  /** The whole object, at the resourceVersion that it carries. */
  | { readonly kind: 'update'; readonly resource: Resource; readonly object: KubeObject; readonly subresource?: string }
  | {
      /** A strategic merge patch. */
      readonly kind: 'patch';
      readonly resource: Resource;
      readonly target: KubeObject;
      readonly body: Json;
      readonly subresource?: string;
    }
  /** Only the object of that uid. */
  | {
      readonly kind: 'delete';
      readonly resource: Resource;
      readonly target: KubeObject;
      /** What to tell of it, unless it was gone already. */
      readonly tell?: EventText;
    }
  | { readonly kind: 'event'; readonly event: EventText };

/** An Event about an object; counted where the same was told before. */
export type EventText = {
  readonly about: KubeObject;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
};

/** Carried out in their order; the first that is refused ends them. */
export type Effects = readonly Effect[];
