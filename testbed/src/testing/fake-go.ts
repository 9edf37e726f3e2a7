// A command `go` for tests of builds.

/** Stands in for Go: notes what it is asked to do, writes the executable, and knows where the module is. */
export const FAKE_GO = `#!/bin/sh
if [ "$1" = env ]; then printf 'go1.99\\nplan9\\nmips\\n'; exit 0; fi
echo "$*" >> "$NOTES"
if [ "$1" = mod ]; then printf '{\\n\\t"Path": "x",\\n\\t"Dir": "/modules/x"\\n}\\n'; exit 0; fi
if [ -n "$BROKEN" ]; then echo "first trouble" >&2; echo "last trouble" >&2; exit 1; fi
while [ "$1" != -o ]; do shift; done
echo built > "$2"
`;
