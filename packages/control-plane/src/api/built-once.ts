/** Built when it is first asked for. A build that failed is not remembered: whoever asks next has it built anew. */
export function builtOnce<Built>(build: () => Promise<Built>): () => Promise<Built> {
  let building: Promise<Built> | undefined;
  return () => {
    building ??= build().catch((error: unknown) => {
      building = undefined;
      throw error;
    });
    return building;
  };
}
