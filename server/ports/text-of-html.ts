const blocks = /^(p|div|br|li|tr|h[1-6]|table|ul|ol|blockquote|pre|hr|section|article|header|footer)$/
const unseen = /^(script|style|head|title|template|noscript)$/
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The words of a page, with a line for each block, read in one go: no page is so odd that it takes long. */
export function textOfHtml(html: string): string {
  const words: string[] = []
  for (let at = 0; at < html.length; ) {
    const tagAt = html.indexOf('<', at)
    const end = tagAt === -1 ? html.length : tagAt
    words.push(html.slice(at, end).replaceAll(/\s+/g, ' '))
    if (tagAt === -1) break
    const isComment = html.startsWith('<!--', tagAt)
    const closed = html.indexOf(isComment ? '-->' : '>', tagAt + 1)
    if (closed === -1) break
    at = closed + (isComment ? 3 : 1)
    const [, name = ''] = /^<\/?([a-z][a-z0-9]*)/i.exec(html.slice(tagAt, tagAt + 20)) ?? []
    const tag = name.toLowerCase()
    if (blocks.test(tag)) words.push('\n')
    if (unseen.test(tag) && html[tagAt + 1] !== '/') at = endOf(html, tag, at)
  }
  return words
    .join('')
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, decoded)
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Behind the end of what is not to be seen; where it has none, there is nothing more to see. */
function endOf(html: string, tag: string, from: number): number {
  const close = new RegExp(`</${tag}\\b[^>]{0,1000}>`, 'gi')
  close.lastIndex = from
  return close.test(html) ? close.lastIndex : html.length
}

function decoded(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : ' '
}
