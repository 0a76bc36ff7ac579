const mostCharacters = 200

/** A name from text that nobody checked: one line, no control or direction marks, not too long; or none. */
export function documentName(text: string, most = mostCharacters): string | undefined {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '')
    .trim()
  if (line === '') return undefined
  if (line.length <= most) return line
  return `${line
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`
}
