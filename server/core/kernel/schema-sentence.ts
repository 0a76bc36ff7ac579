import { legible } from '@portico/contract/text'
import { didYouMean, oneOf } from './known-words.ts'

/** The parts of a validation error that its sentence needs. */
export type SchemaFault = {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  message?: string | undefined
  /** Present if the validator is verbose. */
  data?: unknown
  parentSchema?: unknown
}

/** The first fault as a sentence; `where` names the whole value, such as `The body`. */
export function schemaSentence(faults: readonly SchemaFault[], where: string, member = 'field'): string {
  const [first] = faults
  if (!first) return `${where} is not valid.`
  const { keyword, params, instancePath, message } = first
  const field = instancePath.slice(1).replaceAll('/', '.')
  const name = field || where
  const { limit } = params
  switch (keyword) {
    case 'additionalProperties':
      return `${name} has an unknown ${member}: ${params.additionalProperty}.${didYouMean(String(params.additionalProperty), knownMembers(first))}`
    case 'required':
      return `${where} must have ${field ? `${field}.` : ''}${params.missingProperty}.`
    case 'type':
      return `${name} must be ${String(params.type).split(',').map(article).join(' or ')}.`
    case 'format':
      return `${name} must be ${formats[String(params.format)] ?? `a ${params.format}`}.`
    case 'const':
      return choice(name, allowedValues(faults), first.data)
    case 'enum':
      return choice(name, (params.allowedValues as unknown[]).map(String), first.data)
    case 'minimum':
      return `${name} must be at least ${counted(limit)}.`
    case 'maximum':
      return `${name} must be at most ${counted(limit)}.`
    case 'minLength':
      return `${name} must have at least ${many(limit, 'character')}.`
    case 'maxLength':
      return `${name} must have at most ${many(limit, 'character')}.`
    case 'pattern':
      return params.pattern === legible
        ? `${name} must not be blank.`
        : `${name} must be written ${like(first)}.`
    case 'minProperties':
      return `${name} must have at least one field.`
    case 'minItems':
      return `${name} must have at least ${many(limit, 'entry', 'entries')}.`
    case 'maxItems':
      return `${name} must have at most ${many(limit, 'entry', 'entries')}.`
    case 'uniqueItems':
      return `${name} must not have the same entry twice.`
    default:
      return `${name} ${message}.`
  }
}

function choice(name: string, allowed: readonly string[], given: unknown): string {
  return `${name} must be ${oneOf(allowed)}.${typeof given === 'string' ? didYouMean(given, allowed) : ''}`
}

function knownMembers({ parentSchema }: SchemaFault): string[] {
  return Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {})
}

function like({ parentSchema }: SchemaFault): string {
  const { examples = [] } = (parentSchema as { examples?: unknown[] } | undefined) ?? {}
  return examples.length === 0 ? 'in another format' : `like ${examples.join(' or ')}`
}

const formats: Record<string, string> = {
  date: 'a real date as YYYY-MM-DD',
  'date-time': 'a date-time with its zone, like 2026-11-01T09:00:00Z',
  email: 'an email address, like name@example.org',
  uri: 'a URL, like https://example.org/path',
}

const allowedValues = (faults: readonly SchemaFault[]) =>
  faults.flatMap(({ keyword, params }) => (keyword === 'const' ? [String(params.allowedValue)] : []))
const counted = (count: unknown) => Number(count).toLocaleString('en-US')
const many = (count: unknown, singular: string, plural = `${singular}s`) =>
  `${counted(count)} ${count === 1 ? singular : plural}`
const article = (type: string) =>
  type === 'null' ? type : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
