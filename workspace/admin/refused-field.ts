/** Where a template names something: its place in the text, and the line it stands in. */
export type FieldPlace = {
  start: number
  end: number
  line: number
  before: string
  named: string
  after: string
}

const tokens = /\{\{-?\s*([^}]*?)\s*-?\}\}|\{%-?\s*([^%]*?)\s*-?%\}/g
const names = /[A-Za-z_][\w]*(?:\.[\w]+)*/g

/**
 * The field that a sentence of the service speaks of, where the template has it: a refusal names the field, and this
 * finds it. A sentence that proposes another says the refused one first.
 */
export function refusedField(template: string, sentence: string): FieldPlace | undefined {
  const said: string[] = sentence.match(names) ?? []
  const found = [...template.matchAll(tokens)].flatMap((token) => {
    const inside = token[1] ?? token[2] ?? ''
    const from = token.index + token[0].indexOf(inside)
    return [...inside.matchAll(names)]
      .filter(([name]) => said.includes(name) && name.length > 1 && !words.has(name))
      .map(({ 0: name, index }) => ({ name, start: from + index }))
  })
  const [best] = found.sort((a, b) => said.indexOf(a.name) - said.indexOf(b.name) || a.start - b.start)
  return best ? placeOf(template, best.start, best.start + best.name.length) : undefined
}

const words = new Set([
  'if',
  'unless',
  'case',
  'when',
  'else',
  'elsif',
  'and',
  'or',
  'assign',
  'echo',
  'field',
  'names',
])

function placeOf(template: string, start: number, end: number): FieldPlace {
  const lineStart = template.lastIndexOf('\n', start - 1) + 1
  const lineEnd = template.indexOf('\n', end)
  return {
    start,
    end,
    line: template.slice(0, start).split('\n').length,
    before: template.slice(lineStart, start),
    named: template.slice(start, end),
    after: template.slice(end, lineEnd === -1 ? undefined : lineEnd),
  }
}
