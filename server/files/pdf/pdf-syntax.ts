/** A value to be written: names are "/Name", references "12 0 R", texts "u:text". */
export type PdfValue = null | boolean | number | string | PdfValue[] | PdfDictionary
export type PdfDictionary = { [key: string]: PdfValue }

/** Where a reference stands in the text of an object, and to what. */
export type Reference = { start: number; end: number; target: number }

/** The text of an object up to its stream, or its end. */
export type ScannedObject = { references: Reference[]; end: number; isStream: boolean }

const referenceAt = /(\d+)\s+\d+\s+R(?![^\s()<>[\]{}/%])/y
const regularAt = /[^\s()<>[\]{}/%]+/y

/** Walks over one object as a writer of PDFs has left it, from behind `obj`. Throws where the text ends too early. */
export function scanObject(text: string, from = 0): ScannedObject {
  const references: Reference[] = []
  let depth = 0
  for (let at = from; at < text.length; ) {
    switch (text[at]) {
      case '(':
        at = endOfLiteral(text, at)
        break
      case '<':
        if (text[at + 1] === '<') depth += 1
        at = text[at + 1] === '<' ? at + 2 : endOf(text, '>', at)
        break
      case '>':
        depth -= 1
        at += 2
        break
      case '%':
        at = endOf(text, '\n', at)
        break
      case '/':
        at = endOfRegular(text, at + 1)
        break
      case '[':
      case ']':
      case '{':
      case '}':
      case ' ':
      case '\r':
      case '\n':
      case '\t':
      case '\f':
      case '\0':
        at += 1
        break
      default: {
        referenceAt.lastIndex = at
        const found = referenceAt.exec(text)
        if (found) {
          references.push({ start: at, end: referenceAt.lastIndex, target: Number(found[1]) })
          at = referenceAt.lastIndex
          break
        }
        const end = endOfRegular(text, at)
        const word = depth === 0 ? text.slice(at, end) : ''
        if (word === 'stream' || word === 'endobj')
          return { references, end: at, isStream: word === 'stream' }
        at = end
      }
    }
  }
  throw new SyntaxError('An object of a PDF has no end.')
}

/** The entries of a dictionary, each value as it is written. */
export function dictionaryEntries(text: string): Map<string, string> {
  const entries = new Map<string, string>()
  const open = text.indexOf('<<')
  let key: string | undefined
  let valueStart = 0
  let depth = 0
  for (let at = open + 2; open >= 0 && at < text.length; ) {
    const character = text[at]
    const isDictionaryEnd = character === '>' && text[at + 1] === '>'
    if (depth === 0 && (character === '/' || isDictionaryEnd)) {
      const isValue = key !== undefined && text.slice(valueStart, at).trim() === ''
      if (key !== undefined && (!isValue || isDictionaryEnd)) {
        entries.set(key, text.slice(valueStart, at).trim())
        key = undefined
      }
      if (isDictionaryEnd) return entries
      const end = endOfRegular(text, at + 1)
      if (key === undefined) {
        key = text.slice(at, end)
        valueStart = end
      }
      at = end
    } else if (character === '(') at = endOfLiteral(text, at)
    else if (character === '<' && text[at + 1] !== '<') at = endOf(text, '>', at)
    else if (character === '<' || character === '[') {
      depth += 1
      at += character === '<' ? 2 : 1
    } else if (character === '>' || character === ']') {
      depth -= 1
      at += character === '>' ? 2 : 1
    } else at += 1
  }
  throw new SyntaxError('A dictionary of a PDF has no end.')
}

function endOfLiteral(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found + 1
}

function endOfRegular(text: string, from: number): number {
  regularAt.lastIndex = from
  return regularAt.test(text) ? regularAt.lastIndex : from
}

/** The value as PDF has it, in bytes of Latin-1. */
export function writeValue(value: PdfValue): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(' ')}]`
  if (typeof value === 'string') return writeString(value)
  if (typeof value !== 'object' || value === null) return String(value)
  return `<<${Object.entries(value)
    .map(([key, member]) => `${writeName(key)} ${writeValue(member)}`)
    .join('')}>>`
}

function writeString(value: string): string {
  if (value.startsWith('/')) return writeName(value)
  if (!value.startsWith('u:')) return value
  const text = value.slice(2)
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`
  const bytes = Buffer.from(`\ufeff${text.toWellFormed()}`, 'utf16le').swap16()
  return `<${bytes.toString('hex')}>`
}

function writeName(name: string): string {
  return `/${name
    .slice(1)
    .replace(/[^\x21-\x7e]|[#()<>[\]{}/%]/g, (character) => `#${Buffer.from(character).toString('hex')}`)}`
}
