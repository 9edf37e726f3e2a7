// A field manager as it is called on a line. Without a name of its own a client is called by its user agent up to the first slash, which may
// leave half a bracket: 'KubeBlocks unknown (linux' of 'KubeBlocks unknown (linux/amd64) …'.

/** 'KubeBlocks unknown'. */
export function writerName(manager: string): string {
  const open = manager.lastIndexOf('(');
  return open > 0 && !manager.includes(')', open) ? manager.slice(0, open).trimEnd() : manager;
}
