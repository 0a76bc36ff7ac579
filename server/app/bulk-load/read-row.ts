import { isUtf8 } from 'node:buffer'
import { type ManifestReference, type ManifestRow, manifestRows, rowTypes } from '@portico/contract/manifest'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { Refusal } from '../../core/kernel/decider.ts'
import { schemaSentence } from '../../core/kernel/schema-sentence.ts'
import { type Line, longestLine } from './manifest-lines.ts'

/** What could be read of a row. */
export type RowName = { line: number; type?: string; source?: string; externalId?: string }

/** A valid row, or why it is not. `end` is the offset of the next line. */
export type ReadRow = RowName & { end: number } & (
    | { row: ManifestRow; source: string; fault?: undefined }
    | { fault: string }
  )

const ajv = new Ajv({ strict: false, useDefaults: false, verbose: true, code: { optimize: false } })
formats.default(ajv)
const validators = new Map<string, ValidateFunction>(
  Object.entries(manifestRows).map(([type, schema]) => [type, ajv.compile(schema)]),
)

/** The source named by the first line for all rows; undefined if the first line is a row. */
export function readHeader(line: Line): { source?: string } | undefined {
  const { fault, value } = parse(line)
  if (fault !== undefined || value?.type !== 'manifest') return undefined
  const validate = validators.get('manifest') as ValidateFunction
  if (!validate(value))
    throw new Refusal('invalid', `Line ${line.number}: ${schemaSentence(validate.errors ?? [], 'The row')}`)
  const { source } = value as ManifestRow<'manifest'>
  return source === undefined ? {} : { source }
}

/** Undefined for a blank line. */
export function readRow(line: Line, usualSource: string | undefined): ReadRow | undefined {
  const { number, end } = line
  const { fault, value } = parse(line)
  if (fault !== undefined) return { line: number, end, fault }
  if (value === undefined) return undefined
  const { type, source: given, externalId } = value
  const source = given ?? usualSource
  const name = {
    line: number,
    end,
    ...textOf('type', type),
    ...textOf('source', source),
    ...textOf('externalId', externalId),
  }
  const validate = typeof type === 'string' ? validators.get(type) : undefined
  if (type === 'manifest')
    return { ...name, fault: 'A row of type manifest is only allowed on the first line.' }
  if (!validate) return { ...name, fault: `type must be one of ${rowTypes.join(', ')}.` }
  if (!validate(value)) return { ...name, fault: schemaSentence(validate.errors ?? [], 'The row') }
  if (typeof source !== 'string')
    return { ...name, fault: 'The row needs a source, its own or that of the first line.' }
  const row = value as ManifestRow
  const unfit = unfitTime(row)
  return unfit === undefined ? { ...name, source, row } : { ...name, fault: unfit }
}

export function referenceOf(reference: ManifestReference, source: string) {
  return typeof reference === 'string' ? { source, externalId: reference } : reference
}

function parse({ bytes }: Line): { fault?: string; value?: Record<string, unknown> } {
  if (!bytes) return { fault: `The line has more than ${longestLine.toLocaleString('en-US')} bytes.` }
  if (!isUtf8(bytes)) return { fault: 'The line is not valid UTF-8.' }
  const text = bytes.toString('utf8')
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: 'The line is not valid JSON.' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'The line is not a JSON object.' }
  if (text.includes('\\u') && !isStorable(value))
    return { fault: 'The row has a NUL character or an unpaired surrogate.' }
  return { value: value as Record<string, unknown> }
}

/** PostgreSQL stores neither NUL nor lone surrogates; in valid UTF-8 both can only come from an escape. */
function isStorable(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > 64) return false
    if (!level.every((member) => typeof member !== 'string' || isText(member))) return false
    level = level.flatMap((member) =>
      typeof member === 'object' && member !== null ? Object.entries(member).flat() : [],
    )
  }
  return true
}

const isText = (text: string) => text.isWellFormed() && !text.includes('\0')

function textOf(name: string, value: unknown): Record<string, string> {
  return typeof value === 'string' && isText(value) ? { [name]: value.slice(0, 200) } : {}
}

/** Beyond the schema: there is no year 0 and no second 60. */
function unfitTime(row: ManifestRow): string | undefined {
  for (const name of ['at', 'openedAt', 'receiptDate', 'relevantDate'] as const) {
    const text = (row as Record<string, unknown>)[name]
    if (typeof text !== 'string') continue
    if (text.startsWith('0000') || Number.isNaN(Date.parse(text)))
      return `${name} is not a valid date or time.`
  }
}
