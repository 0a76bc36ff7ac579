import type { TextRange } from '@portico/sdk'
import type { ReactNode } from 'react'

/** The words around a match, which is marked. */
export function Snippet({ text, matches }: { text: string; matches: readonly TextRange[] }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of matches) {
    if (start < at) continue
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return (
    <span className="snippet">
      {parts}
      {text.slice(at)}
    </span>
  )
}
