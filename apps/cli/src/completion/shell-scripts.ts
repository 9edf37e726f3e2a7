// The scripts that make bash and zsh ask `rectrace __complete`.

const BASH = `# bash completion for rectrace; put 'source <(rectrace completion bash)' in ~/.bashrc
_rectrace_complete() {
  local output directive line
  COMPREPLY=()
  output=$("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return
  directive=\${output##*:}
  while IFS= read -r line; do
    case $line in
      :*|'') ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done <<<"$output"
  if [ "$directive" = 0 ] && [ \${#COMPREPLY[@]} -eq 0 ]; then
    compopt -o default 2>/dev/null
  elif [ \${#COMPREPLY[@]} -eq 1 ]; then
    case \${COMPREPLY[0]} in */|*=) compopt -o nospace 2>/dev/null ;; esac
  fi
}
complete -F _rectrace_complete rectrace
`;

const ZSH = `#compdef rectrace
# zsh completion for rectrace; put it as _rectrace into a folder of $fpath, or 'source <(rectrace completion zsh)' in ~/.zshrc
_rectrace() {
  local output directive line word
  local -a found
  output=$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null) || return
  directive=\${output##*:}
  for line in "\${(@f)output}"; do
    case $line in
      :*|'') ;;
      *) word=\${line%%$'\\t'*}
         if [[ $line == *$'\\t'* ]]; then found+=("\${word//:/\\\\:}:\${line#*$'\\t'}"); else found+=("\${word//:/\\\\:}"); fi ;;
    esac
  done
  if (( \${#found} )); then
    if (( \${#found} == 1 )) && [[ \${found[1]} == */ ]]; then _describe 'rectrace' found -S ''; else _describe 'rectrace' found; fi
  elif [[ $directive == 0 ]]; then
    _files
  fi
}
if [ "$funcstack[1]" = "_rectrace" ]; then _rectrace "$@"; else compdef _rectrace rectrace; fi
`;

/** undefined for a shell that is not known. */
export function completionScript(shell: string): string | undefined {
  if (shell === 'bash') return BASH;
  return shell === 'zsh' ? ZSH : undefined;
}
