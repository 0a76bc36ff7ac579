import { type Html, html } from './html.ts'

export function sample(caption: string, code: string): Html {
  return html`<figure><figcaption>${caption}</figcaption><pre><code>${code}</code></pre></figure>\n`
}

const mostLines = 32

/** JSON as it is read: what is nested too deep for a short sample is left out as `…`. */
export function json(value: unknown, lines = mostLines): string {
  for (const depth of [9, 4, 3, 2]) {
    const text = written(value, depth, '')
    if (depth === 2 || text.split('\n').length <= lines) return text
  }
  return ''
}

function written(value: unknown, depth: number, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = Object.entries(value)
  if (members.length === 0) return `${open}${close}`
  if (depth === 0) return `${open}…${close}`
  const inner = `${indent}  `
  const lines = members.map(([name, member]) => {
    const text = written(member, Array.isArray(member) ? depth : depth - 1, inner)
    return Array.isArray(value) ? text : `${JSON.stringify(name)}: ${text}`
  })
  const flat = `${open}${lines.join(', ')}${close}`
  if (!flat.includes('\n') && flat.length + indent.length < 56) return flat
  return `${open}\n${lines.map((line) => inner + line).join(',\n')}\n${indent}${close}`
}
