// The seam of the built-in kinds' OpenAPI documents: large, and read only when somebody asks.

/** The text of a document, and the hash that its address carries. */
export type OpenApiDocument = { readonly hash: string; readonly text: string };

/** By path, e.g. 'apis/apps/v1'. */
export type OpenApiDocuments = ReadonlyMap<string, OpenApiDocument>;

export interface OpenApiSource {
  /** The same ones whenever it is called. */
  documents(): Promise<OpenApiDocuments>;
  /** OpenAPI v2: one document of all. */
  swagger(): Promise<OpenApiDocument>;
}
